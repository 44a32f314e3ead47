/** What the connections of a server may take up. */
export interface ConnectionLimits {
  /** Connections of all clients together, and those among them that have no request under way. */
  inAll: number;
  atRest: number;
  /** Connections of one client; our own proxies do not count as clients. */
  perClient: number;
  /** Milliseconds in which the first byte of a request must have arrived, and then its head. */
  headersTimeout: number;
  /** Milliseconds in which a client reads no byte of its answer, until it is cut. */
  stalledAfter: number;
  /** Pipelined requests of one connection, which is cut when more come. */
  ahead: number;
}
