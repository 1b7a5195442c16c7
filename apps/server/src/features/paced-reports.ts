import * as contracts from '@redoubt/contracts';
import { createUtilization, ReportPace, type EnvironmentContext } from '@redoubt/services';
import { availableParallelism } from 'node:os';
import type { Binding } from '../http/binding.ts';

/** Questions about sums, whose answers depend on the place, on what the caller may see and on what is asked, and on nothing else. */
const PACED: ReadonlySet<contracts.Endpoint> = new Set<contracts.Endpoint>([
  contracts.getMonitor,
  contracts.getMonitorUsual,
  contracts.listObservations,
  contracts.queryChargebackArrivals,
  contracts.queryLabelArrivals,
  contracts.queryObservations,
  contracts.queryReports,
  contracts.queryRuleReport,
]);

/** Writes that change nothing which a report reads, and that many people make all day. */
const ELSEWHERE: ReadonlySet<string> = new Set(['caseReview:write', 'notes:write']);

/** The pace of this node's reports, by how busy its thread is and how far projections have come. */
export const createReportPace = (position: () => Promise<string>): ReportPace => {
  const monotonicMs = () => performance.now();
  return new ReportPace({
    monotonicMs,
    utilization: createUtilization(monotonicMs, () => performance.eventLoopUtilization()),
    atOnce: Math.max(2, Math.floor(availableParallelism() / 2)),
    position,
  });
};

/** What the answer of a question depends on, besides what is stored. */
const questionOf = (endpoint: contracts.Endpoint, context: EnvironmentContext, asked: object): string => {
  const { environmentId, capabilities, maskedEnvironments, seesAllQueues } = context;
  const masked = [...(maskedEnvironments ?? [])].toSorted();
  const allowed = Object.entries(capabilities).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([endpoint.id, environmentId, allowed, masked, seesAllQueues ?? false, asked]);
};

/** Puts questions about sums under the pace of reports. */
export const pacedReports = (bindings: readonly Binding[], pace: ReportPace): readonly Binding[] =>
  bindings.map((binding): Binding => {
    const { endpoint, handle } = binding;
    if (!PACED.has(endpoint)) return binding;
    return {
      endpoint,
      handle: (request) => {
        const { params, query, body } = request;
        const context = request.context as EnvironmentContext;
        const question = questionOf(endpoint, context, { params, query, body });
        // Callers share it.
        return pace.answer(context.tenantId, question, async () => Object.freeze(await handle(request)));
      },
    };
  });

/** Has a tenant see its reports anew after a call that may have changed what they read besides sums: rates, costs, rules, names. */
export const forgetAfter =
  (pace: ReportPace) =>
  ({ permission }: contracts.Endpoint, tenantId: string): void => {
    if (!ELSEWHERE.has(permission)) pace.forget(tenantId);
  };
