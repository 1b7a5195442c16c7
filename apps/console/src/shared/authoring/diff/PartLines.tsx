import { foldEqual, type DiffLine } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import styles from './diff.module.css';
import { type Cut, cutLines, type LinePair, pairLines } from './line-pairs.ts';
import type { Layout } from './use-layout.ts';

export type PartLinesProps = { readonly lines: readonly DiffLine[]; readonly layout: Layout };

/** The lines of one part in two texts, equal runs folded. */
export const PartLines = ({ lines, layout }: PartLinesProps) =>
  layout === 'sideBySide' ? <SideBySide lines={lines} /> : <Unified lines={lines} />;

const isReplaced = ({ before, after }: LinePair): boolean => before?.kind === 'removed' && after?.kind === 'added';

/** Where each replaced line and its replacement differ. */
const cutsOf = (pairs: readonly LinePair[]): ReadonlyMap<DiffLine, Cut> =>
  new Map(
    pairs.flatMap((pair): readonly (readonly [DiffLine, Cut])[] => {
      const { before, after } = pair;
      const cuts = before && after && isReplaced(pair) ? cutLines(before.text, after.text) : null;
      return before && after && cuts
        ? [
            [before, cuts.before],
            [after, cuts.after],
          ]
        : [];
    }),
  );

const Unified = ({ lines }: { readonly lines: readonly DiffLine[] }) => {
  const cuts = cutsOf(pairLines(lines));
  return (
    <ol className="m-0 py-1 px-0 code-12 overflow-x-auto plain">
      {foldEqual(lines, ({ kind }) => kind !== 'same').map((piece, index) =>
        typeof piece === 'number' ? (
          <Fold key={`fold ${index}`} count={piece} />
        ) : (
          <li key={`${piece.before} ${piece.after}`}>
            <Line line={piece} number={piece.after ?? piece.before} cut={cuts.get(piece)} />
          </li>
        ),
      )}
    </ol>
  );
};

const isChange = ({ before, after }: LinePair): boolean => before?.kind !== 'same' || after?.kind !== 'same';

const SideBySide = ({ lines }: { readonly lines: readonly DiffLine[] }) => {
  const pairs = pairLines(lines);
  const cuts = cutsOf(pairs);
  return (
    <ol className={joinClasses('m-0 py-1 px-0 code-12 overflow-x-auto plain', styles.columns)}>
      {foldEqual(pairs, isChange).map((piece, index) =>
        typeof piece === 'number' ? (
          <Fold key={`fold ${index}`} count={piece} />
        ) : (
          <li key={`${piece.before?.before} ${piece.after?.after}`} className={styles.pair}>
            <Column line={piece.before} number={piece.before?.before} cuts={cuts} />
            <Column line={piece.after} number={piece.after?.after} cuts={cuts} />
          </li>
        ),
      )}
    </ol>
  );
};

type ColumnProps = {
  readonly line: DiffLine | null;
  readonly number: number | null | undefined;
  readonly cuts: ReadonlyMap<DiffLine, Cut>;
};

const Column = ({ line, number, cuts }: ColumnProps) =>
  line ? <Line line={line} number={number ?? null} cut={cuts.get(line)} /> : <span className="bg-subtle" />;

const Fold = ({ count }: { readonly count: number }) => {
  const text = useText('rules');
  return <li className={styles.fold}>{text('difference.skipped', { count })}</li>;
};

const SIGNS = { same: '', added: '+', removed: '−' } as const;

type LineProps = { readonly line: DiffLine; readonly number: number | null; readonly cut: Cut | undefined };

const Line = ({ line, number, cut }: LineProps) => {
  const text = useText('rules');
  const said = { same: null, added: text('difference.lineAdded'), removed: text('difference.lineRemoved') }[line.kind];
  const Code = line.kind === 'removed' ? 'del' : 'code';
  return (
    <span
      className={joinClasses(
        styles.line,
        line.kind === 'added' && 'bg-hover',
        line.kind === 'removed' && styles.removed,
      )}
    >
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <span className={styles.sign} aria-hidden>
        {SIGNS[line.kind]}
      </span>
      {said === null ? null : <span className="visually-hidden">{said}: </span>}
      <Code className={styles.code}>
        {cut ? (
          <>
            {cut.head}
            <mark className={styles.mark}>{cut.middle}</mark>
            {cut.tail}
          </>
        ) : (
          line.text
        )}
      </Code>
    </span>
  );
};
