import type { BacktestResult } from '@redoubt/contracts';
import { DECISIONS, type BacktestBaseline } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionFill, DecisionChip, ShareBar } from '@redoubt/ui';
import { useState } from 'react';
import { Amounts } from './Amounts.tsx';
import styles from './backtests.module.css';
import { ChangeTable } from './ChangeTable.tsx';
import { ClauseTable } from './ClauseTable.tsx';
import type { Picked } from './picked.ts';
import { type Group, summarise } from './summary.ts';

export type BacktestOutcomeProps = {
  readonly result: BacktestResult;
  /** What it was compared with. */
  readonly baseline: BacktestBaseline;
  readonly ofBranch?: boolean;
};

/** What a rule would have changed: the answer in five numbers, then decisions, clauses and events. */
export const BacktestOutcome = ({ result, baseline, ofBranch = false }: BacktestOutcomeProps) => {
  const [picked, setPicked] = useState<Picked>(null);
  const text = useText('backtests');
  const formats = useFormats();
  const summary = summarise(result);
  const { fraud } = summary;
  return (
    <div>
      <dl className={styles.tiles}>
        <Tile name={text('tile.rejected')} group={summary.newlyRejected} tone="reject" />
        <Tile name={text('tile.spared')} group={summary.newlySpared} tone="approve" />
        <Tile name={text('tile.reviewed')} group={summary.newlyReviewed} tone="review" />
        <div className={styles.tile}>
          <dt>{text('tile.fraud')}</dt>
          <dd>
            <b>{text('tile.fromTo', { before: formats.number(fraud.before), after: formats.number(fraud.after) })}</b>
            <span>{fraud.all === 0 ? text('tile.noLabels') : text('tile.ofFraud', { count: fraud.all })}</span>
          </dd>
        </div>
        <div className={styles.tile}>
          <dt>{text('tile.good')}</dt>
          <dd>
            <b>{formats.number(summary.goodCustomers)}</b>
            <span>{text('tile.goodHint')}</span>
          </dd>
        </div>
      </dl>
      {result.errors.events > 0 ? (
        <p className="py-1 review-text">
          {text('errors', { count: result.errors.events })} {formats.list(result.errors.messages)}
        </p>
      ) : null}
      {result.unknown.map(({ kind, name, events }) => (
        <p key={`${kind} ${name}`} className="py-1 review-text">
          {text(`unknown.${kind}`, { name, count: events })}
        </p>
      ))}
      <div className={styles.columns}>
        <div>
          <Shares name={text(`before.${baseline}`)} counts={result.before} />
          <Shares name={text(ofBranch ? 'branch.after' : 'after')} counts={result.after} />
          {ofBranch ? null : <ClauseTable clauses={result.clauses} picked={picked} onPick={setPicked} />}
        </div>
        <ChangeTable result={result} changed={summary.changed} picked={picked} onPick={setPicked} />
      </div>
    </div>
  );
};

const Tile = ({ name, group, tone }: { readonly name: string; readonly group: Group; readonly tone: string }) => {
  const text = useText('backtests');
  const formats = useFormats();
  return (
    <div className={styles.tile} data-tone={group.events > 0 ? tone : undefined}>
      <dt>{name}</dt>
      <dd>
        <b>{formats.number(group.events)}</b>
        <span>
          {group.money.length > 0 ? <Amounts money={group.money} /> : null}
          {group.fraud > 0 ? ` · ${text('tile.fraudIn', { count: group.fraud })}` : null}
        </span>
      </dd>
    </div>
  );
};

const Shares = ({ name, counts }: { readonly name: string; readonly counts: BacktestResult['before'] }) => {
  const common = useText('common');
  const formats = useFormats();
  const present = DECISIONS.filter((decision) => counts[decision].events > 0);
  return (
    <div className={styles.shares}>
      <span className="quiet-small">{name}</span>
      <ShareBar
        label={name}
        formatCount={formats.number}
        shares={present.map((decision) => ({
          id: decision,
          name: common(`decision.${decision}`),
          value: counts[decision].events,
          fill: decisionFill(decision),
        }))}
      />
      <span className={styles.legend}>
        {present.map((decision) => (
          <span key={decision}>
            <DecisionChip decision={decision} appearance="plain" /> {formats.number(counts[decision].events)}
          </span>
        ))}
      </span>
    </div>
  );
};
