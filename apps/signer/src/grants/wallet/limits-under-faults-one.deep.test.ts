import {
  deepFaults,
  describeLimitFaults,
  struckKinds,
} from '../../testing/describe-limit-faults.js'

/* With the second part: 10,000 faults and more. */

describeLimitFaults(struckKinds.slice(0, 4), deepFaults)
