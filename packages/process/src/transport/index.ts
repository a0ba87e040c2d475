export {
  type Address,
  addresses,
  listenAddresses,
  optionalAddresses,
  readAddresses,
  socketPathsOf,
  type TlsAddress,
  uncertifiedProblem,
} from './addresses.js'
export {
  checkTransport,
  finishRotation,
  initTransport,
  issueCertificate,
  rotateAuthority,
} from './authority.js'
export { type Certificates, openCertificates } from './certificates.js'
export { connectTo } from './connect.js'
export { listenOnTls } from './listen.js'
export { type PeerRefusal, peerRefusals, type TransportRole, transportRoles } from './peers.js'
