import type { AssessmentName, CaseConfiguration } from '@redoubt/domain';
import type { RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { Problem } from '../problems.ts';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { compileText } from '../texts/compile-text.ts';

/** Action codes of a configuration as the language takes them: a part for each decision that has one. */
export const actionSource = ({ decisions }: CaseConfiguration): RuleSource => ({
  kind: 'adHoc',
  condition: '',
  clauses: decisions.flatMap(({ name, code }, index) => (code === null ? [] : [{ id: String(index), name, code }])),
});

/** Errors of the action codes as of a rule that is published, placed in the JSON of the configuration. */
export const actionCodeProblems = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  rootId: Id,
  assessment: AssessmentName,
  configuration: CaseConfiguration,
): Promise<readonly Problem[]> => {
  const source = actionSource(configuration);
  if (source.clauses.length === 0) return [];
  const path = await readFunctionPath(trx, rootId);
  const symbols = await readRuleSymbols(trx, rootId, assessment, path, context.limits);
  const { problems } = await compileText(context, source, symbols);
  return problems.map((problem) => {
    const [part = '', ...place] = problem.path.split(':');
    return {
      path: [`body.configuration.queueDecisions[${part}].fqlAction`, ...place].join(':'),
      message: problem.message,
    };
  });
};
