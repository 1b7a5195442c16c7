import { foldEqual, type DiffLine } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, joinClasses } from '@redoubt/ui';
import { CONDITION } from '../text/rule-text.ts';
import styles from './diff.module.css';
import { isChanged, type PartDiff, type RuleDiff } from './rule-diff.ts';

export type DifferenceViewProps = {
  readonly title: string;
  readonly diff: RuleDiff;
  /** The sample differs as well. */
  readonly sampleChanged: boolean;
};

/** What changed and where, part by part, with a little of what stayed around it. */
export const DifferenceView = ({ title, diff, sampleChanged }: DifferenceViewProps) => {
  const text = useText('rules');
  const changed = diff.parts.filter(isChanged);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <section className={styles.view} aria-label={title} tabIndex={0}>
      <h2 className={styles.title}>{title}</h2>
      {changed.length === 0 ? <p className={styles.note}>{text('difference.none')}</p> : null}
      {changed.map((part) => (
        <PartDifference key={part.part} part={part} />
      ))}
      {sampleChanged ? <p className={styles.note}>{text('difference.sampleChanged')}</p> : null}
    </section>
  );
};

const PartDifference = ({ part }: { readonly part: PartDiff }) => {
  const text = useText('rules');
  const name = part.part === CONDITION ? text('editor.condition') : part.name;
  return (
    <div className={styles.part}>
      <h3 className={styles.partHead}>
        {name}
        {part.kind === 'added' ? <Chip>{text('difference.added')}</Chip> : null}
        {part.kind === 'removed' ? <Chip>{text('difference.removed')}</Chip> : null}
        {part.formerName === null ? null : <Chip>{text('difference.renamed', { name: part.formerName })}</Chip>}
        {part.moved ? <Chip>{text('difference.moved')}</Chip> : null}
      </h3>
      {part.kind === 'same' ? null : (
        <ol className={styles.lines}>
          {foldEqual(part.lines).map((piece, index) =>
            typeof piece === 'number' ? (
              <li key={`fold ${index}`} className={styles.fold}>
                {text('difference.skipped', { count: piece })}
              </li>
            ) : (
              <Line key={`${piece.before} ${piece.after}`} line={piece} />
            ),
          )}
        </ol>
      )}
    </div>
  );
};

const SIGNS = { same: '', added: '+', removed: '−' } as const;

const Line = ({ line }: { readonly line: DiffLine }) => {
  const text = useText('rules');
  const said = { same: null, added: text('difference.lineAdded'), removed: text('difference.lineRemoved') }[line.kind];
  return (
    <li
      className={joinClasses(
        styles.line,
        line.kind === 'added' && styles.added,
        line.kind === 'removed' && styles.removed,
      )}
    >
      <span className={styles.number} aria-hidden>
        {line.after ?? line.before}
      </span>
      <span className={styles.sign} aria-hidden>
        {SIGNS[line.kind]}
      </span>
      {said === null ? null : <span className="visually-hidden">{said}: </span>}
      {line.kind === 'removed' ? (
        <del className={styles.code}>{line.text}</del>
      ) : (
        <code className={styles.code}>{line.text}</code>
      )}
    </li>
  );
};
