import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { editorHref } from './address.ts';

export type RuleLinkProps = {
  /** Whose rule it is; null for a function or velocity set, which is named without a link. */
  readonly assessment: string | null;
  readonly id: string;
  readonly name: string;
};

/** A rule by its name, leading to its editor. */
export const RuleLink = ({ assessment, id, name }: RuleLinkProps): ReactNode =>
  assessment === null ? name : <Link href={editorHref({ assessment, id })}>{name}</Link>;
