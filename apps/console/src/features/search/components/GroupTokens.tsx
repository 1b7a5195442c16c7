import { MAX_GROUP_FILTERS, type SearchFilter } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Fragment, type ReactNode } from 'react';
import { withGroupFilterAt, type SearchQuestion } from '../../../shared/search/search-address.ts';
import type { ObservationKinds, OwnFields } from '../../../shared/search/search-fields.ts';
import { ConditionToken, NewConditionToken } from '../../../shared/search/sentence/ConditionTokens.tsx';
import type { useFieldText } from '../../../shared/search/use-field-text.ts';
import { ConditionEditor } from './editors.ts';
import styles from '../../../shared/search/sentence/filters.module.css';

/** Groups of conditions, of which one holds: each in brackets, with a way to add to it. */
export const GroupTokens = (props: {
  readonly question: SearchQuestion;
  readonly own: OwnFields;
  readonly observations: ObservationKinds;
  readonly say: ReturnType<typeof useFieldText>;
  readonly openingOf: (id: string) => { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };
  readonly onAsk: (question: SearchQuestion) => void;
}): ReactNode => {
  const { question, own, observations, say, openingOf, onAsk } = props;
  const text = useText('search');
  const change = (group: number, at: number, filter?: SearchFilter): void =>
    onAsk(withGroupFilterAt(question, group, at, filter));
  return (question.anyOf ?? []).map((filters, group) => (
    // oxlint-disable-next-line react/no-array-index-key -- two groups may hold the same conditions
    <Fragment key={group}>
      <span>{text(group > 0 ? 'sentence.or' : question.filters.length === 0 ? 'sentence.where' : 'sentence.and')}</span>
      <span role="group" aria-label={text('group.name', { number: group + 1 })} className={styles.group}>
        {filters.map((filter, at) => {
          const { start, values } = say.condition(filter, [...question.filters, ...filters]);
          return (
            <Fragment key={`${filter.field} ${filter.operator} ${filter.values.join()}`}>
              {at === 0 ? null : <span>{text('sentence.and')}</span>}
              <ConditionToken
                start={start}
                values={values}
                opening={openingOf(`group-${group}-${at}`)}
                onRemove={() => change(group, at)}
              >
                <ConditionEditor
                  filter={filter}
                  own={own}
                  observations={observations}
                  onApply={(next) => change(group, at, next)}
                  onRemove={() => change(group, at)}
                />
              </ConditionToken>
            </Fragment>
          );
        })}
        {filters.length >= MAX_GROUP_FILTERS ? null : (
          <NewConditionToken
            name={text('group.add', { number: group + 1 })}
            isFirst={false}
            opening={openingOf(`group-${group}-new`)}
          >
            <ConditionEditor
              own={own}
              observations={observations}
              onApply={(filter) => change(group, filters.length, filter)}
            />
          </NewConditionToken>
        )}
      </span>
    </Fragment>
  ));
};
