import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { CONDITION } from '../text/rule-text.ts';
import styles from './diff.module.css';
import { LayoutSwitch } from './LayoutSwitch.tsx';
import { PartLines } from './PartLines.tsx';
import { isChanged, type PartDiff, type RuleDiff } from './rule-diff.ts';
import { type Layout, useLayout } from './use-layout.ts';
import { useClauseText } from '../text/shown-clause.ts';

export type DifferenceViewProps = {
  readonly title: string;
  readonly diff: RuleDiff;
  /** The sample differs as well. */
  readonly sampleChanged: boolean;
  /** Which texts are compared, and what can be done about it; beside the title. */
  readonly tools?: ReactNode;
};

/** What changed and where, part by part, with a little of what stayed around it; in one column or in two. */
export const DifferenceView = ({ title, diff, sampleChanged, tools }: DifferenceViewProps) => {
  const text = useText('rules');
  const [layout, setLayout] = useLayout();
  const changed = diff.parts.filter(isChanged);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <section className={styles.view} aria-label={title} tabIndex={0}>
      <div className={styles.head}>
        <h2 className="grow fs-13">{title}</h2>
        {tools}
        <LayoutSwitch layout={layout} onLayout={setLayout} />
      </div>
      {changed.length === 0 ? <p className="pb-2 muted">{text('difference.none')}</p> : null}
      {changed.map((part) => (
        <PartDifference key={part.part} part={part} layout={layout} />
      ))}
      {sampleChanged ? <p className="pb-2 muted">{text('difference.sampleChanged')}</p> : null}
    </section>
  );
};

const PartDifference = ({ part, layout }: { readonly part: PartDiff; readonly layout: Layout }) => {
  const text = useText('rules');
  const clauseText = useClauseText();
  const name = part.part === CONDITION ? text('editor.condition') : clauseText(part.name);
  return (
    <div className="bleed-4 mb-2">
      <h3 className="row-middle min-h-28 px-4 fs-12 bg-subtle">
        {name}
        {part.kind === 'added' ? <Chip>{text('difference.added')}</Chip> : null}
        {part.kind === 'removed' ? <Chip>{text('difference.removed')}</Chip> : null}
        {part.formerName === null ? null : (
          <Chip>{text('difference.renamed', { name: clauseText(part.formerName) })}</Chip>
        )}
        {part.formerSection === null ? null : (
          <Chip>{text('sections.from', { section: text(`sections.${part.formerSection}`) })}</Chip>
        )}
        {part.moved ? <Chip>{text('difference.moved')}</Chip> : null}
      </h3>
      {part.kind === 'same' ? null : <PartLines lines={part.lines} layout={layout} />}
    </div>
  );
};
