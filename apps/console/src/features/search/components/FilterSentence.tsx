import type { SearchFilter } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { isDefinedAssessment, type DefinedAssessmentKind } from '@redoubt/domain';
import { KeyHint, useShortcut } from '@redoubt/ui';
import { Fragment, useState, type ReactNode } from 'react';
import {
  aboutType,
  filtersOf,
  MAX_FILTERS,
  SEARCHABLE_TYPES,
  takesGroup,
  withFilter,
  withFilterAt,
  withGroup,
  type SearchableType,
  type SearchQuestion,
} from '../../../shared/search/search-address.ts';
import type { ObservationKinds, OwnFields } from '../../../shared/search/search-fields.ts';
import type { TimeWindow } from '../../../shared/search/time-range.ts';
import { useFieldText } from '../../../shared/search/use-field-text.ts';
import { lazyPanel, together, usePreload } from '../../../routes/lazy-component.tsx';
import { ConditionEditor } from './editors.ts';
import { GroupTokens } from './GroupTokens.tsx';
import { ConditionToken, NewConditionToken } from '../../../shared/search/sentence/ConditionTokens.tsx';
import styles from '../../../shared/search/sentence/filters.module.css';
import { Token } from '../../../shared/search/sentence/Token.tsx';

export type FilterSentenceProps = {
  readonly question: SearchQuestion;
  readonly window: TimeWindow;
  readonly environmentName: string;
  readonly childCount: number;
  /** Assessments of the customer's own that can be searched. */
  readonly defined?: readonly { readonly kind: DefinedAssessmentKind; readonly friendlyName: string }[];
  /** Own fields of the events in question. */
  readonly own?: OwnFields;
  /** Observations and labels that the events in question can have. */
  readonly observations?: ObservationKinds;
  /** What rules are called that conditions name by id. */
  readonly ruleNames?: ReadonlyMap<string, string>;
  readonly onAsk: (question: SearchQuestion) => void;
};

const NONE: NonNullable<FilterSentenceProps['defined']> = [];
const NO_FIELDS: OwnFields = [];
const NO_KINDS: ObservationKinds = [];

const RangeEditor = lazyPanel(
  async () => (await import('../../../shared/search/sentence/RangeEditor.tsx')).RangeEditor,
);
const editors = together(ConditionEditor, RangeEditor);

type Choice = { readonly id: string; readonly label: string; readonly question: SearchQuestion };

/** Choices one below the other; the one that stands is pressed. */
const Choices = (props: {
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (question: SearchQuestion) => void;
}): ReactNode => (
  <ul className="plain-list stack">
    {props.choices.map(({ id, label, question }) => (
      <li key={id}>
        <button
          type="button"
          className={styles.preset}
          aria-pressed={id === props.chosen}
          onClick={() => props.onChoose(question)}
        >
          {label}
        </button>
      </li>
    ))}
  </ul>
);

/** The question as a sentence whose parts are changed where they stand. */
export const FilterSentence = (props: FilterSentenceProps): ReactNode => {
  const { question, window, onAsk, environmentName, childCount } = props;
  const { defined = NONE, own = NO_FIELDS, observations = NO_KINDS } = props;
  usePreload(editors);
  const text = useText('search');
  const formats = useFormats();
  const say = useFieldText(own, props.ruleNames, observations);
  const [open, setOpen] = useState<string | null>(null);
  const tokenProps = (id: string) => ({ open: open === id, onOpenChange: (now: boolean) => setOpen(now ? id : null) });
  const close = (): void => setOpen(null);
  const apply = (next: SearchQuestion): void => {
    close();
    onAsk(next);
  };
  const nameOfType = (type: SearchableType): string =>
    isDefinedAssessment(type)
      ? (defined.find(({ kind }) => kind === type)?.friendlyName ?? type)
      : text(`type.${type}`);
  const isFull = question.filters.length >= MAX_FILTERS;
  useShortcut('/', text('condition.add'), () => setOpen('new'), { active: !isFull });
  const canGroup = takesGroup(question);
  useShortcut('|', text('group.or'), () => setOpen('or'), { active: canGroup });

  const { range } = question;
  const rangeText =
    range.kind === 'preset'
      ? text(`range.${range.preset}`)
      : text('range.between', { from: formats.dateTime(range.from), to: formats.dateTime(range.to) });
  const inChildren = question.includeChildren && childCount > 0;
  return (
    <>
      <Token name={text('type.name')} label={nameOfType(question.eventType)} {...tokenProps('type')}>
        <Choices
          chosen={question.eventType}
          onChoose={apply}
          choices={[...SEARCHABLE_TYPES, ...defined.map(({ kind }) => kind)].map((eventType) => ({
            id: eventType,
            label: nameOfType(eventType),
            question: aboutType(question, eventType),
          }))}
        />
      </Token>
      <span>{text('sentence.in')}</span>
      {childCount > 0 ? (
        <Token
          name={text('scope.name')}
          label={inChildren ? `${environmentName} + ${childCount}` : environmentName}
          {...tokenProps('scope')}
        >
          <Choices
            chosen={String(question.includeChildren)}
            onChoose={apply}
            choices={[true, false].map((includeChildren) => ({
              id: String(includeChildren),
              label: includeChildren
                ? text('scope.withChildren', { name: environmentName, count: childCount })
                : text('scope.alone', { name: environmentName }),
              question: { ...question, includeChildren },
            }))}
          />
        </Token>
      ) : (
        <span className={styles.fixed}>{environmentName}</span>
      )}
      <Token name={text('range.name')} label={rangeText} {...tokenProps('range')}>
        <RangeEditor range={range} window={window} onChange={(next) => apply({ ...question, range: next })} />
      </Token>
      {question.filters.map((filter: SearchFilter, at) => {
        const { start, values } = say.condition(filter, question.filters);
        return (
          <Fragment key={`${filter.field} ${filter.operator} ${filter.values.join()}`}>
            <span>{text(at === 0 ? 'sentence.where' : 'sentence.and')}</span>
            <ConditionToken
              start={start}
              values={values}
              opening={tokenProps(`filter-${at}`)}
              onRemove={() => onAsk(withFilterAt(question, at, undefined))}
            >
              <ConditionEditor
                filter={filter}
                own={own}
                observations={observations}
                onApply={(next) => apply(withFilterAt(question, at, next))}
                onRemove={() => apply(withFilterAt(question, at, undefined))}
              />
            </ConditionToken>
          </Fragment>
        );
      })}
      <GroupTokens
        question={question}
        own={own}
        observations={observations}
        say={say}
        openingOf={tokenProps}
        onAsk={apply}
      />
      {isFull ? null : (
        <NewConditionToken isFirst={filtersOf(question).length === 0} opening={tokenProps('new')}>
          <ConditionEditor
            own={own}
            observations={observations}
            onApply={(filter) => apply(withFilter(question, filter))}
          />
        </NewConditionToken>
      )}
      {canGroup ? (
        <Token
          name={text('group.or')}
          label={
            <span className="inline-flex middle gap-1 regular">
              {text('group.or')}
              <KeyHint keys="|" />
            </span>
          }
          {...tokenProps('or')}
        >
          <ConditionEditor
            own={own}
            observations={observations}
            onApply={(filter) => apply(withGroup(question, filter))}
          />
        </Token>
      ) : null}
    </>
  );
};
