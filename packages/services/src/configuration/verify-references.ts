import type { ResourceKindName } from '@redoubt/contracts';
import { withDescendants } from '@redoubt/domain';
import type { DiagnosticCode } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { checkApart, type TextAsker } from '../texts/compile-text.ts';
import { readAssessmentNames } from '../assessment-kinds/assessment-names.ts';
import { readPublishedTexts } from './published-texts.ts';

/** Where a published text names what is not there, or probably means something else. */
export type TextFinding = {
  readonly environmentId: Id;
  readonly kind: ResourceKindName;
  /** As `ResourceKind.nameOf` gives it. */
  readonly name: string;
  /** Position of the clause; `condition` of the condition. */
  readonly part: string;
  readonly line: number;
  readonly column: number;
  /** With an error the text would not be published as things stand. */
  readonly severity: 'error' | 'warning';
  readonly code: DiagnosticCode;
  readonly message: string;
};

/** Errors and warnings in every published text of an environment, and of those below it, as things stand. */
export const checkPublishedTexts = async (
  trx: TenantTransaction,
  environmentId: Id,
  asker: TextAsker,
): Promise<readonly TextFinding[]> => {
  const findings: TextFinding[] = [];
  for (const id of withDescendants(environmentId, await listEnvironments(trx))) {
    const words = new Map((await readAssessmentNames(trx, id)).map(({ kind, name }) => [kind, name]));
    for (const { kind, name: own, assessment, branch, source, symbols } of await readPublishedTexts(trx, id)) {
      const place =
        assessment === null ? [] : [words.get(assessment) ?? assessment, ...(branch ? [branch.apiName] : [])];
      const name = [...place, own].join('/');
      const parts = new Map(source.clauses.map((clause, index) => [clause.id, String(index)]));
      const { diagnostics } = await checkApart(asker, source, symbols);
      for (const { severity, part, line, column, code, message } of diagnostics) {
        if (severity === 'hint') continue;
        const at = { part: parts.get(part) ?? part, line, column };
        const whose = { environmentId: id, kind: branch ? 'branchRule' : kind, name } as const;
        findings.push({ ...whose, ...at, severity, code, message });
      }
    }
  }
  return findings;
};
