/** Whether a host of an address is this very machine, where nobody listens in between. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
