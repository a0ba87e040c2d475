/* The path of the signer in the service units of earlier versions. */
import '../main.js'
