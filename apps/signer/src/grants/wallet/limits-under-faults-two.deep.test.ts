import {
  deepFaults,
  describeLimitFaults,
  struckKinds,
} from '../../testing/describe-limit-faults.js'

/* The second part. */

describeLimitFaults(struckKinds.slice(4), deepFaults)
