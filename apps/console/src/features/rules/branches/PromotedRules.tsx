import type { PromotedRule, Promotion } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule } from '../../../shared/authoring/diff/rule-diff.ts';
import styles from './branches.module.css';
import { ShownRule } from '../../../shared/authoring/text/shown-clause.ts';

const EMPTY = { condition: '', clauses: [], samplePayload: {} };

const textOf = (side: PromotedRule['production']) =>
  side === null ? EMPTY : { condition: side.condition, clauses: side.clauses, samplePayload: {} };

/** The rules of production as they will run, each with what becomes of it; texts open where they change. */
export const PromotedRules = ({ promotion: { rules } }: { readonly promotion: Promotion }) => {
  const text = useText('branches');
  const isNothing = rules.every(
    ({ change, production, branch }) => change === 'unchanged' && production?.order === branch?.order,
  );
  return (
    <div>
      {isNothing ? <p className="soft">{text('promote.nothing')}</p> : null}
      {rules.map((rule, index) => (
        <PromotedRuleRow key={rule.branch?.id ?? rule.production?.id} rule={rule} place={index + 1} />
      ))}
    </div>
  );
};

const PromotedRuleRow = ({ rule, place }: { readonly rule: PromotedRule; readonly place: number }) => {
  const text = useText('branches');
  const { change, production, branch, movedOn } = rule;
  const stored = (branch ?? production)?.name ?? '';
  const name = useProvidedNames().shown(stored);
  const diff = branch === null ? null : diffRule(textOf(production), textOf(branch));
  return (
    <details className={styles.promoted} open={change === 'changed'}>
      <summary>
        <span className={styles.number}>{place}</span>
        <b>{name}</b>
        <Chip>{text(`promote.change.${change}`)}</Chip>
        {production !== null && production.order !== null && production.order !== place ? (
          <span className="soft">{text('promote.order', { from: production.order, to: place })}</span>
        ) : null}
      </summary>
      {movedOn && change === 'changed' ? (
        <p className="py-1 review-text">{text('promote.movedOn', { version: production?.version ?? 0 })}</p>
      ) : null}
      {diff ? (
        <ShownRule value={stored}>
          <DifferenceView title={name} diff={diff} sampleChanged={false} />
        </ShownRule>
      ) : null}
    </details>
  );
};
