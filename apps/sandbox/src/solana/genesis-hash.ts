/** Names the local chain; CAIP-2 takes the first 32 characters. */
export const genesisHash = 'Sa11yport1oca1So1ana1111111111111111111111'
