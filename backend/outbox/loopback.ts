/** Whether a host of an address is this very machine, so that the traffic can't be intercepted. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
