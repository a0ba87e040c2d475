import {
  deepFaults,
  describeLimitFaults,
  struckKinds,
} from '../../testing/describe-limit-faults.js'

/* With the second part: 5,000 faults; 10,000 with SALLYPORT_LIMIT_FAULTS=1260. */

describeLimitFaults(struckKinds.slice(0, 4), deepFaults)
