export { listenForMonitoring, type MonitorPlace, metricsType } from './listen-for-monitoring.js'
export {
  type Counter,
  createRegistry,
  type Histogram,
  type ProgramRegistry,
} from './registry.js'
