/** What the connections of a server may take up. */
export interface ConnectionLimits {
  /** Connections of all clients together, and those among them that have no request under way. */
  inAll: number;
  atRest: number;
  /** Connections of one client; our own proxies do not count as clients. */
  perClient: number;
  /** Milliseconds in which the request of a new connection may be expected. */
  arriving: number;
  /** Milliseconds after which a connection at rest makes room for another, if its client has its share of them. */
  restFor: number;
  /** Milliseconds in which the first byte of a request must have arrived, and then its head. */
  headersTimeout: number;
  /** Milliseconds in which a client reads no byte of its answer, until it may be evicted. */
  stalledAfter: number;
  /** Milliseconds more, until it is closed in any case. */
  cutAfter: number;
  /** Pipelined requests of one connection, which is cut when more come. */
  ahead: number;
}
