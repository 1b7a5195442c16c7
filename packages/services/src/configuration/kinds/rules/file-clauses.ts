import { CLAUSE_SECTIONS, sectionOf, type ClauseSection } from '@redoubt/domain';
import { z } from 'zod';

/** Longest texts and most clauses, as the console takes them. */
export const MAX_CODE_CHARACTERS = 100_000;
const MAX_CLAUSES = 100;

/** A clause as files have it: what goes without saying is left out. */
export type FileClause = {
  readonly name: string;
  readonly section?: Exclude<ClauseSection, 'prior'>;
  readonly view?: 'visual';
  readonly code: string;
};

/** The clauses of a rule or a template in a file. */
export const fileClauses = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(120),
      section: z.enum(CLAUSE_SECTIONS).optional(),
      code: z.string().max(MAX_CODE_CHARACTERS),
      view: z.enum(['code', 'visual']).optional(),
    }),
  )
  .min(1)
  .max(MAX_CLAUSES);

type KeptClause = {
  readonly name: string;
  readonly code: string;
  readonly section?: ClauseSection | undefined;
  readonly view?: 'code' | 'visual' | undefined;
};

export const fileClauseOf = (clause: KeptClause): FileClause => {
  const section = sectionOf(clause);
  return {
    name: clause.name,
    ...(section === 'prior' ? {} : { section }),
    ...(clause.view === 'visual' ? { view: clause.view } : {}),
    code: clause.code,
  };
};

/** The first clause that a file has in a section its assessment lacks, or after one that runs later. */
export const misplacedClause = (
  sections: readonly ClauseSection[],
  clauses: readonly { readonly section?: ClauseSection | undefined }[],
): { readonly index: number; readonly message: string } | null => {
  let reached = 0;
  for (const [index, clause] of clauses.entries()) {
    const section = sectionOf(clause);
    const at = sections.indexOf(section);
    if (at < 0)
      return { index, message: `Rules of this assessment have no section ${section}: ${sections.join(', ')}.` };
    if (at < reached)
      return { index, message: `Clauses of the section ${section} stand before those of ${sections[reached] ?? ''}.` };
    reached = at;
  }
  return null;
};
