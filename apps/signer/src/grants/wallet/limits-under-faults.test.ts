import { describeLimitFaults, struckKinds } from '../../testing/describe-limit-faults.js'

/* A sample of the faults of the deep tier. */

describeLimitFaults(struckKinds, 15)
