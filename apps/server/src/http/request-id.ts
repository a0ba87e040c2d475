/** The header of every answer that names the request: in the server's log line and in the body of an error it is the same. */
export const requestIdHeader = 'x-request-id'
