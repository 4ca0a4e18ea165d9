import { createServer } from 'node:http'

/** A minimal server, started on PORT to measure how long that takes. */
createServer((_req, res) => res.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
