import { createServer } from 'node:http'

/** The least that answers: started by hand on PORT, to see how long that takes. */
createServer((_req, res) => res.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
