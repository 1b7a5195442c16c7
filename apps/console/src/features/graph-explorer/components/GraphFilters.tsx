import type { GraphKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ChoiceChips } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { Token } from '../../../shared/search/sentence/Token.tsx';
import { RangeEditor } from '../../../shared/search/sentence/RangeEditor.tsx';
import { useChildCount } from '../../../shared/search/use-child-count.ts';
import type { TimeRange, TimeWindow } from '../../../shared/search/time-range.ts';
import { LIMITS, STEPS } from '../graph-explorer-address.ts';
import type { GraphText } from '../use-graph-text.ts';

export type GraphChoices = {
  readonly range: TimeRange;
  readonly window: TimeWindow;
  readonly steps: number;
  readonly limit: number;
  readonly includeChildren: boolean;
  /** Kinds of the answer, and those of them that are not drawn. */
  readonly kinds: readonly GraphKind[];
  readonly hidden: ReadonlySet<GraphKind>;
};

/** How far the graph reaches and which kinds of it are drawn. */
export const GraphFilters = (props: {
  readonly choices: GraphChoices;
  readonly say: GraphText;
  readonly onRange: (range: TimeRange) => void;
  readonly onChange: (change: {
    steps?: number;
    limit?: number;
    includeChildren?: boolean;
    hidden?: ReadonlySet<GraphKind>;
  }) => void;
}): ReactNode => {
  const { choices, say, onRange, onChange } = props;
  const text = useText('graphExplorer');
  const search = useText('search');
  const common = useText('common');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const childCount = useChildCount();
  const { range } = choices;
  const toggle = (kind: GraphKind): void => {
    const hidden = new Set(choices.hidden);
    if (!hidden.delete(kind)) hidden.add(kind);
    onChange({ hidden });
  };
  return (
    <>
      <span>{text('filter.within')}</span>
      <ChoiceChips
        label={text('filter.steps')}
        choices={STEPS.map(String)}
        chosen={String(choices.steps)}
        nameOf={(each) => text('filter.step', { count: Number(each) })}
        onChoose={(each) => onChange({ steps: Number(each) })}
      />
      <Token
        name={search('range.name')}
        label={
          range.kind === 'preset'
            ? search(`range.${range.preset}`)
            : search('range.between', { from: formats.dateTime(range.from), to: formats.dateTime(range.to) })
        }
        open={isOpen}
        onOpenChange={setOpen}
      >
        <RangeEditor
          range={range}
          window={choices.window}
          onChange={(next) => {
            setOpen(false);
            onRange(next);
          }}
        />
      </Token>
      <ChoiceChips
        label={text('filter.limit')}
        choices={LIMITS.map(String)}
        chosen={String(choices.limit)}
        nameOf={(each) => text('filter.most', { count: Number(each), formatted: formats.number(Number(each)) })}
        onChoose={(each) => onChange({ limit: Number(each) })}
      />
      {childCount > 0 ? (
        <Chip
          pressed={choices.includeChildren}
          onSelect={() => onChange({ includeChildren: !choices.includeChildren })}
        >
          {choices.includeChildren
            ? common('environment.includesChildren', { count: childCount })
            : common('environment.withoutChildren')}
        </Chip>
      ) : null}
      {choices.kinds.length > 1 ? (
        <span className="row-wrap" role="group" aria-label={text('filter.kinds')}>
          {choices.kinds.map((kind) => (
            <Chip key={kind} pressed={!choices.hidden.has(kind)} onSelect={() => toggle(kind)}>
              <strong>{say.letter(kind)}</strong> {say.kind(kind)}
            </Chip>
          ))}
        </span>
      ) : null}
    </>
  );
};
