/**
 * The suite as a library. It prints nothing, ends no process and keeps nothing between two runs.
 *
 * @packageDocumentation
 */
export type { Exchange } from '../contracts/exchange.ts'
export type { Report, ReportedCase, ReportedReason, ReportedRequirement } from '../contracts/results/report.ts'
export type { Level, Result, Verdict } from '../contracts/results/verdict.ts'
export type { ProgressEvent, SetupContext, SetupFunctions, SetupResult } from '../engine/options.ts'
export { TargetUnreachable, UsageError } from '../engine/options.ts'
export type { HubData } from '../reference-impl/data.ts'
export { catalogue, type RequirementInfo } from './catalogue.ts'
export type {
  ConformanceOptions,
  CredentialsOptions,
  DocumentOption,
  DocumentsOptions,
  HeadersOption,
  NetworkOptions,
  SelectOptions,
} from './options.ts'
export {
  type ReferenceHub,
  type ReferenceHubOptions,
  referenceHub,
  type StartedReferenceHub,
  startReferenceHub,
} from './reference-hub.ts'
export { checkDocs, runConformance } from './run.ts'
export type { CallbackTarget, FetchTarget, ListenerTarget, ReadyTarget, ServerTarget, Target } from './target.ts'
