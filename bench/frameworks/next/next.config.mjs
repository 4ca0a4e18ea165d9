export default {
  eslint: { ignoreDuringBuilds: true },
  outputFileTracingRoot: new URL('.', import.meta.url).pathname,
}
