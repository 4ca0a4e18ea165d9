import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { heapFlags } from './heap-flags.server'

const mib = 1024 * 1024

describe('heapFlags', () => {
  it.each([
    [256, 4],
    [511, 4],
    [512, 16],
    [1023, 16],
    [1024, 64],
    [64 * 1024, 64],
  ])('of a process with %i MiB: a young generation of %i', (memory, size) => {
    expect(heapFlags([], memory * mib)).toEqual([`--max-semi-space-size=${size}`])
  })

  it('leaves a size that was chosen', () => {
    for (const chosen of ['--max-semi-space-size=8', '--max_semi_space_size=8'])
      expect(heapFlags(['--trace-gc', chosen])).toEqual(['--trace-gc', chosen])
    expect(heapFlags(['--trace-gc'], 256 * mib)).toEqual(['--max-semi-space-size=4', '--trace-gc'])
  })

  it('leaves a size in NODE_OPTIONS', () => {
    expect(heapFlags(['--trace-gc'], 256 * mib, '--import tsx --max-semi-space-size=8')).toEqual([
      '--trace-gc',
    ])
  })

  it('are flags that this Node takes', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...heapFlags([]), '-p', '"started"'])
    expect(stdout).toBe('started\n')
  })
})
