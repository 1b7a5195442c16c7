import { isAssessmentKind, type AssessmentName, type LoggedAssessmentKind } from '@redoubt/domain';
import { compilingButtonCode, type ActionsResult, type PlanRule } from '@redoubt/engine';
import { readEvent, type Database, type DueConsequence, type EventRecord } from '@redoubt/storage';
import { invariant, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import type { DecisionService } from '../decisions/decision-service.ts';
import { readRecordedEvent } from '../decisions/recorded/recorded-event.ts';
import { planOfKind } from '../decisions/tenant-plans/plan-of-kind.ts';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { compileInTurns } from '../texts/compile-in-turns.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';

/** A label that code sends: `event` is the id it names. */
export type CodeLabel = { readonly eventId: string; readonly isFraud: boolean; readonly reason: string };

/** What code came to, as the page of the case shows it, and the labels that are still to be sent. */
export type RanCode = { readonly result: JsonObject; readonly labels: readonly CodeLabel[] };

/** Characters that are kept of an answer. */
const MOST_ANSWER = 4000;

const shownAnswer = (response: Json): Json => {
  const text = JSON.stringify(response);
  return text.length <= MOST_ANSWER ? response : `${text.slice(0, MOST_ANSWER)}…`;
};

const failedCode = (message: string): RanCode => ({ result: { outcome: 'error', errors: [message] }, labels: [] });

const ranCode = ({ trace, errors }: ActionsResult): RanCode => {
  const ran = trace[0];
  invariant(ran, 'the code is the only action');
  const { outcome, calls = [], labels = [] } = ran;
  const messages = Object.values(errors).flat();
  return {
    result: {
      outcome,
      ...(messages.length === 0 ? {} : { errors: messages }),
      ...(calls.length === 0
        ? {}
        : {
            calls: calls.map(({ request, answer }) => ({
              name: request.name,
              status: answer.httpStatusCode,
              ...(answer.error === '' ? {} : { error: answer.error }),
              response: shownAnswer(answer.response),
            })),
          }),
      ...(labels.length === 0 ? {} : { labels: labels.map((label) => ({ ...label })) }),
    },
    labels: labels
      .filter(({ label }) => label.toLowerCase() !== 'none')
      .map(({ eventId, label, reason }) => ({ eventId, isFraud: label.toLowerCase() === 'fraud', reason })),
  };
};

export type CaseActionOptions = {
  readonly database: Database;
  readonly service: Pick<DecisionService, 'press'>;
  /** Where the code is compiled. */
  readonly texts: TextCompiler;
};

/** Code of a decision with what its root environment offers today, or why it cannot be compiled. */
const compiledCode = async (
  { database, texts }: CaseActionOptions,
  tenantId: Id,
  rootId: Id,
  { kind, source }: { readonly kind: LoggedAssessmentKind; readonly source: Parameters<typeof compilingButtonCode>[0] },
): Promise<PlanRule | string> => {
  const symbols = await database.readTenant(tenantId, async (trx) =>
    readRuleSymbols(trx, rootId, kind as AssessmentName, await readFunctionPath(trx, rootId)),
  );
  return compileInTurns(compilingButtonCode(source, symbols), texts);
};

/**
 * Runs the code of a decision for the event that was reviewed. What it calls carries a key that stays the same for every
 * attempt, so that the other side recognises a repeat.
 */
export const runCaseAction = async (
  options: CaseActionOptions,
  tenantId: Id,
  due: DueConsequence,
  environment: ResolvedEnvironment,
  act: string,
): Promise<RanCode> => {
  const { environmentId, eventId, number, body } = due;
  const kind = due.eventType as LoggedAssessmentKind;
  const record: EventRecord | undefined = isAssessmentKind(kind)
    ? await readEvent(options.database, { tenantId, environmentId, kind, eventId })
    : undefined;
  const stored = record && (await readRecordedEvent(options.database, tenantId, record));
  if (record === undefined || stored === undefined || 'difference' in stored) {
    return failedCode('The event cannot be read any more.');
  }
  const rootId = planOfKind(kind, environment.plans).levels[0]?.environmentId ?? environmentId;
  const { decision: name, code: written } = body as { readonly decision: string; readonly code: string };
  const text = { kind: 'adHoc', condition: '', clauses: [{ id: '0', name, code: written }] } as const;
  const code = await compiledCode(options, tenantId, rootId, {
    kind,
    source: { id: rootId, name, version: number, text },
  });
  if (typeof code === 'string') return failedCode(code);
  return ranCode(await options.service.press(tenantId, record, stored, { code, act }));
};
