import type { RuleText } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, joinClasses } from '@redoubt/ui';
import { useMemo, useState } from 'react';
import { CONDITION } from '../../../shared/authoring/text/rule-text.ts';
import { ChoiceSwitch } from './ChoiceSwitch.tsx';
import styles from './merge.module.css';
import type { MergePiece } from './merge-lines.ts';
import {
  type Choice,
  type Choices,
  isMergedPart,
  linesPlace,
  mergeRule,
  namePlace,
  type PartMerge,
  removalPlace,
  type RuleMerge,
  resolveMerge,
  SAMPLE_PLACE,
  sectionPlace,
} from './merge-rule.ts';
import { useClauseText } from '../../../shared/authoring/text/shown-clause.ts';

export type MergeViewProps = {
  readonly base: RuleText;
  readonly mine: RuleText;
  readonly theirs: RuleText;
  readonly onMerge: (text: RuleText) => void;
};

const NO_CHOICES: Choices = new Map();

/** Three texts beside each other: what both were made from, theirs and mine; and a choice where both changed the same. */
export const MergeView = ({ base, mine, theirs, onMerge }: MergeViewProps) => {
  const text = useText('rules');
  const merge = useMemo(() => mergeRule(base, mine, theirs), [base, mine, theirs]);
  const [chosen, setChosen] = useState<{ readonly of: RuleMerge; readonly choices: Choices } | null>(null);
  // A choice is about the lines it was made for: another text asks again.
  const choices = chosen?.of === merge ? chosen.choices : NO_CHOICES;
  const choose = (place: string, choice: Choice) =>
    setChosen({ of: merge, choices: new Map(choices).set(place, choice) });
  const open = merge.places.filter((place) => !choices.has(place)).length;
  const parts = merge.parts.filter(isMergedPart);
  const finish = () => {
    const merged = resolveMerge(merge, choices);
    if (merged) onMerge(merged);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <section className={styles.view} aria-label={text('merge.title')} tabIndex={0}>
      <div className={styles.head} aria-hidden>
        <span>{text('merge.base')}</span>
        <span>{text('merge.theirs')}</span>
        <span>{text('merge.mine')}</span>
      </div>
      {parts.length === 0 && merge.sample === 'same' ? <p className="py-2 muted">{text('difference.none')}</p> : null}
      {parts.map((part) => (
        <MergedPart key={part.part} part={part} choices={choices} onChoose={choose} />
      ))}
      {merge.sample === 'same' ? null : (
        <div className="bleed-4 mb-2">
          <h3 className="row-middle min-h-28 px-4 fs-12 bg-subtle">{text('merge.sample')}</h3>
          <div className={styles.choice}>
            {merge.sample === 'conflict' ? (
              <ChoiceSwitch
                label={text('merge.sampleQuestion')}
                chosen={choices.get(SAMPLE_PLACE)}
                onChoose={(choice) => choose(SAMPLE_PLACE, choice)}
              />
            ) : (
              <span className={styles.taken}>{text(`merge.taken.${merge.sample}`)}</span>
            )}
          </div>
        </div>
      )}
      <div className={styles.foot}>
        <span>{open > 0 ? text('merge.open', { count: open }) : text('merge.ready')}</span>
        <CommandButton
          primary
          command={{
            id: 'merge',
            text: text('merge.do'),
            onSelect: finish,
            disabledReason: open > 0 ? text('merge.open', { count: open }) : undefined,
          }}
        />
      </div>
    </section>
  );
};

type MergedPartProps = {
  readonly part: PartMerge;
  readonly choices: Choices;
  readonly onChoose: (place: string, choice: Choice) => void;
};

const MergedPart = ({ part, choices, onChoose }: MergedPartProps) => {
  const text = useText('rules');
  const clauseText = useClauseText();
  const name = part.part === CONDITION ? text('editor.condition') : clauseText(part.name);
  const fate = part.presence === 'added' || part.presence === 'removed' ? part.presence : null;
  const ask = (place: string, label: string, withBoth = false) => (
    <div className={styles.choice}>
      <ChoiceSwitch
        label={label}
        chosen={choices.get(place)}
        withBoth={withBoth}
        onChoose={(choice) => onChoose(place, choice)}
      />
    </div>
  );
  return (
    <div className="bleed-4 mb-2">
      <h3 className="row-middle min-h-28 px-4 fs-12 bg-subtle">
        {name}
        {fate ? <Chip>{text(`merge.${fate}.${part.by ?? 'both'}`)}</Chip> : null}
      </h3>
      {part.names ? ask(namePlace(part.part), text('merge.nameQuestion', part.names)) : null}
      {part.sections
        ? ask(
            sectionPlace(part.part),
            text('merge.sectionQuestion', {
              theirs: text(`sections.${part.sections.theirs}`),
              mine: text(`sections.${part.sections.mine}`),
            }),
          )
        : null}
      {part.presence === 'contested'
        ? ask(removalPlace(part.part), text(`merge.removalQuestion.${part.by ?? 'mine'}`, { name }))
        : null}
      <ol className="m-0 py-0 px-4 plain">
        {part.pieces.map((piece, index) => {
          const place = linesPlace(part.part, index);
          const asks = piece.kind === 'conflict' && part.presence !== 'contested';
          return (
            <li key={place} className={styles.piece} data-kind={piece.kind}>
              <PieceLines piece={piece} chosen={choices.get(place)} />
              {asks ? ask(place, text('merge.linesQuestion', { name }), true) : null}
            </li>
          );
        })}
      </ol>
    </div>
  );
};

/** Equal lines shown in full between changes; longer runs are folded. */
const SHOWN_EQUAL = 4;

const PieceLines = ({ piece, chosen }: { readonly piece: MergePiece; readonly chosen: Choice | undefined }) => {
  const text = useText('rules');
  if (piece.kind === 'same')
    return piece.base.length > SHOWN_EQUAL ? (
      <p className={styles.fold}>{text('difference.skipped', { count: piece.base.length })}</p>
    ) : (
      <Lines label={text('merge.same')} lines={piece.base} />
    );
  const changedBy = (side: 'mine' | 'theirs') =>
    piece.kind === side || piece.kind === 'both' || piece.kind === 'conflict';
  const left = (side: 'mine' | 'theirs') => chosen !== undefined && chosen !== side && chosen !== 'both';
  return (
    <div className={styles.sides}>
      <Lines label={text('merge.base')} lines={piece.base} />
      <Lines label={text('merge.theirs')} lines={piece.theirs} changed={changedBy('theirs')} left={left('theirs')} />
      <Lines label={text('merge.mine')} lines={piece.mine} changed={changedBy('mine')} left={left('mine')} />
    </div>
  );
};

type LinesProps = {
  readonly label: string;
  readonly lines: readonly string[];
  readonly changed?: boolean;
  readonly left?: boolean;
};

const Lines = ({ label, lines, changed = false, left = false }: LinesProps) => {
  const text = useText('rules');
  return (
    <div className={joinClasses(styles.lines, changed && styles.changed, left && styles.left)}>
      <span className="visually-hidden">{label}: </span>
      {lines.length === 0 ? <span className={styles.nothing}>{text('merge.noLines')}</span> : null}
      <code>{lines.join('\n')}</code>
    </div>
  );
};
