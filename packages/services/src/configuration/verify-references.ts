import { withDescendants } from '@redoubt/domain';
import { checkRule } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { readAssessmentNames } from './assessment-names.ts';
import { readPublishedTexts } from './published-texts.ts';
import type { ResourceKindName } from './resource-kind.ts';

/** A published text that names what is not there, or not like that. */
export type BrokenText = {
  readonly environmentId: Id;
  readonly kind: ResourceKindName;
  /** As `ResourceKind.nameOf` gives it. */
  readonly name: string;
  /** Position of the clause; `condition` of the condition. */
  readonly part: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** Every published text of an environment, and of those below it, that would not be published as things stand. */
export const findBrokenTexts = async (trx: TenantTransaction, environmentId: Id): Promise<readonly BrokenText[]> => {
  const broken: BrokenText[] = [];
  for (const id of withDescendants(environmentId, await listEnvironments(trx))) {
    const words = new Map((await readAssessmentNames(trx, id)).map(({ kind, name }) => [kind, name]));
    for (const { kind, name: own, assessment, branch, source, catalogue } of await readPublishedTexts(trx, id)) {
      const place =
        assessment === null ? [] : [words.get(assessment) ?? assessment, ...(branch ? [branch.apiName] : [])];
      const name = [...place, own].join('/');
      const parts = new Map(source.clauses.map((clause, index) => [clause.id, String(index)]));
      for (const { severity, part, line, column, code, message } of checkRule(source, catalogue).diagnostics) {
        if (severity !== 'error') continue;
        const at = { part: parts.get(part) ?? part, line, column };
        broken.push({
          environmentId: id,
          kind: branch ? 'branchRule' : kind,
          name,
          ...at,
          message: `${code} ${message}`,
        });
      }
    }
  }
  return broken;
};
