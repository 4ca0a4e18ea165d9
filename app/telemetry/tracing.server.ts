import { AsyncLocalStorage } from 'node:async_hooks'
import { isTraceparent } from './traceparent.server'

/**
 * Traces by OpenTelemetry, sent over OTLP/HTTP. Its packages are loaded only where an endpoint is set. Spans are joined by
 * the header of W3C Trace Context, within a program as between two, so that nothing has to be carried beside it.
 * Invariant: an attribute is a name (a route, a call, a statement without its values), a status or a request id, and
 * never what somebody sent.
 */

export type SpanKind = 'server' | 'client'
export type Attributes = Record<string, string | number | undefined>

export interface OpenSpan {
  /** By which later spans are its children, here or elsewhere. */
  readonly traceparent: string
  /** @param isError it counts as failed */
  end: (attributes?: Attributes, isError?: boolean) => void
}

export interface Tracing {
  /** @param parent the header of the span that caused it; anything else begins a trace */
  start: (name: string, options: { kind: SpanKind; parent?: unknown; attributes?: Attributes }) => OpenSpan
  /** From here on, in this flow of execution, the span is the present one. */
  enter: (span: Pick<OpenSpan, 'traceparent'>) => void
  /** The header of the present span; undefined outside of one. */
  present: () => string | undefined
  /** Sends what is left. */
  close: () => Promise<void>
}

/** @param endpoint base of the collector, without `/v1/traces` */
export async function startTracing(program: 'app' | 'backend', endpoint: string): Promise<Tracing> {
  const [
    { ROOT_CONTEXT, SpanKind: kinds, SpanStatusCode, trace },
    sdk,
    { resourceFromAttributes },
    exporter,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tideline-${program}` }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('tideline')
  const flow = new AsyncLocalStorage<string>()

  function contextOf(parent: unknown) {
    if (!isTraceparent(parent)) return ROOT_CONTEXT
    const [, traceId = '', spanId = '', flags = '00'] = parent.split('-')
    const traceFlags = Number.parseInt(flags, 16)
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  return {
    start(name, { kind, parent, attributes }) {
      const options = { kind: kind === 'server' ? kinds.SERVER : kinds.CLIENT, attributes }
      const span = tracer.startSpan(name, options, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(later = {}, isError = false) {
          span.setAttributes(later)
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    enter: ({ traceparent }) => flow.enterWith(traceparent),
    present: () => flow.getStore(),
    close: () => provider.shutdown().catch(() => undefined),
  }
}
