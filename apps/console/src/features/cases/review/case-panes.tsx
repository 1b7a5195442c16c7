import type { CaseSummary, EventDetail } from '@redoubt/contracts';
import type { TextKey } from '@redoubt/i18n';
import type { ComponentType } from 'react';

export type CasePaneProps = { readonly of: CaseSummary; readonly detail: EventDetail };

/** A view of the case besides its details: its name, its key, what it shows. */
export type CasePane = {
  readonly id: 'links' | 'history';
  readonly title: TextKey<'cases'>;
  readonly keys?: string;
  readonly Pane: ComponentType<CasePaneProps>;
};

/** Views of the case besides its details. */
export const CASE_PANES: readonly CasePane[] = [];

/** What stands in the third column under the lists and the later events, such as the notes of the case. */
export const CASE_ASIDES: readonly { readonly id: string; readonly Aside: ComponentType<CasePaneProps> }[] = [];
