/** Sends a form with two files of 10 MiB to the given address, as fast as the server reads. */
import { once } from 'node:events'
import { request } from 'node:http'

const part = (name, rest = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
const piece = Buffer.alloc(64 * 1024, 0xa7)

const sending = request(process.argv[2], {
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})
const answered = once(sending, 'response')
const write = async (bytes) => {
  if (!sending.write(bytes)) await once(sending, 'drain')
}
await write(`${part('name')}Ona\r\n${part('page')}7\r\n`)
for (const name of ['front', 'back']) {
  await write(part(name, '; filename="a.jpg"'))
  for (let n = 0; n < 160; n++) await write(piece)
  await write('\r\n')
}
sending.end('--b--\r\n')
const [response] = await answered
process.exit(response.statusCode === 200 ? 0 : 1)
