import type { ActivityFilter } from '@redoubt/contracts';
import { MAX_ACTIVITY_FILTERS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { ConditionToken, NewConditionToken } from '../../../shared/search/sentence/ConditionTokens.tsx';
import styles from '../../../shared/search/sentence/filters.module.css';
import { RangeEditor } from '../../../shared/search/sentence/RangeEditor.tsx';
import { Token } from '../../../shared/search/sentence/Token.tsx';
import type { TimeWindow } from '../../../shared/search/time-range.ts';
import type { ActivityQuestion } from '../activity-address.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import { ActivityCondition } from './ActivityCondition.tsx';

export type ActivitySentenceProps = {
  readonly question: ActivityQuestion;
  readonly window: TimeWindow;
  readonly onAsk: (question: ActivityQuestion) => void;
};

/** The question as a sentence whose parts are changed where they stand: a time range, and up to five conditions. */
export const ActivitySentence = ({ question, window, onAsk }: ActivitySentenceProps): ReactNode => {
  const text = useText('activityLog');
  const search = useText('search');
  const formats = useFormats();
  const say = useActivityTexts();
  const [open, setOpen] = useState<string | null>(null);
  const tokenProps = (id: string) => ({ open: open === id, onOpenChange: (now: boolean) => setOpen(now ? id : null) });
  const { range, join, filters } = question;
  const apply = (next: Partial<ActivityQuestion>): void => {
    setOpen(null);
    onAsk({ ...question, ...next });
  };
  const replace = (at: number, filter: ActivityFilter | null): void =>
    apply({ filters: filters.flatMap((each, index) => (index === at ? (filter ?? []) : each)) });
  const isFull = filters.length >= MAX_ACTIVITY_FILTERS;
  useShortcut('/', search('condition.add'), () => setOpen('new'), { active: !isFull });

  const valueText = (attribute: ActivityFilter['attribute'], value: string): string => {
    if (attribute === 'operation') return say.operation(value);
    return attribute === 'resourceType' ? say.kind(value) : value;
  };
  const rangeText =
    range.kind === 'preset'
      ? search(`range.${range.preset}`)
      : search('range.between', { from: formats.dateTime(range.from), to: formats.dateTime(range.to) });
  return (
    <>
      <Token name={search('range.name')} label={rangeText} {...tokenProps('range')}>
        <RangeEditor range={range} window={window} onChange={(next) => apply({ range: next })} />
      </Token>
      {filters.map((filter, at) => {
        const start = `${text(`attribute.${filter.attribute}`)} ${text(`operator.${filter.operator}`)}`;
        const values = filter.values.map((value) => valueText(filter.attribute, value)).join(', ');
        return (
          <Fragment key={`${filter.attribute} ${filter.operator} ${filter.values.join()}`}>
            {at === 0 ? (
              <span>{search('sentence.where')}</span>
            ) : (
              <button
                type="button"
                className={styles.token}
                title={text('join.name')}
                onClick={() => apply({ join: join === 'and' ? 'or' : 'and' })}
              >
                {text(`join.${join}`)}
              </button>
            )}
            <ConditionToken
              start={start}
              values={values}
              opening={tokenProps(`filter-${at}`)}
              onRemove={() => replace(at, null)}
            >
              <ActivityCondition filter={filter} onApply={(next) => replace(at, next)} />
            </ConditionToken>
          </Fragment>
        );
      })}
      {isFull ? null : (
        <NewConditionToken isFirst={filters.length === 0} opening={tokenProps('new')}>
          <ActivityCondition onApply={(filter) => apply({ filters: [...filters, filter] })} />
        </NewConditionToken>
      )}
    </>
  );
};
