import type { EventDetail } from '@redoubt/contracts';
import { NO_CLAUSE_HIT } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { decisionTone, toneFill } from '@redoubt/ui';
import type { CSSProperties, ReactNode } from 'react';
import { reasonsOf, type Reason } from '../rule-reasons.ts';
import { decidingClause, pathKey, type Read } from '../trace.ts';
import { useAttributeText } from '../use-attribute-text.ts';
import { Code } from './Code.tsx';
import { ReadValue } from './ReadValue.tsx';
import styles from './why.module.css';

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** Why the event got its decision, in words with the values that were read. */
export const WhyList = ({ detail, most = 3 }: { readonly detail: EventDetail; readonly most?: number }): ReactNode => {
  const text = useText('events');
  const say = useAttributeText();
  const deciding = decidingClause(detail);
  if (!deciding)
    return <p className={styles.none}>{text(detail.reason === NO_CLAUSE_HIT ? 'why.noClauseHit' : 'why.noRule')}</p>;
  const { rule, step } = deciding;
  const condition = rule.steps.find(({ kind }) => kind === 'condition');
  const reasons = [...reasonsOf(step.code), ...(condition ? reasonsOf(condition.code) : [])];
  if (reasons.length === 0) return <p className={styles.none}>{text('why.always')}</p>;

  const read = new Map<string, Read>(
    [...rule.steps.flatMap((each) => each.reads), ...step.reads].map((each) => [pathKey(each.path), each]),
  );
  const named = (path: string): ReactNode => {
    const found = read.get(pathKey(path));
    const name = say.name(path);
    return (
      <>
        {name ?? <code className={styles.path}>{path}</code>} {found ? <ReadValue read={found} marked /> : null}{' '}
      </>
    );
  };
  const limit = (raw: string): string =>
    isNumber(raw) ? say.value(Number(raw)) : raw === 'null' ? say.value(null) : raw;
  const sentence = (reason: Reason): ReactNode => {
    if (reason.kind === 'comparison')
      return (
        <>
          {named(reason.path)}
          {text(`why.${reason.comparison}`, { limit: limit(reason.limit) })}
        </>
      );
    if (reason.kind === 'list')
      return (
        <>
          {named(reason.path)}
          {text(reason.negated ? 'why.notOnList' : 'why.onList', { list: reason.list })}
        </>
      );
    if (reason.kind === 'truth')
      return (
        <>
          {named(reason.path)}
          {text(reason.negated ? 'why.isFalse' : 'why.isTrue')}
        </>
      );
    const values = reason.pieces.flatMap((piece) => {
      const found = piece.path === undefined ? undefined : read.get(pathKey(piece.path));
      return found ? [found] : [];
    });
    return (
      <>
        <Code pieces={reason.pieces} />{' '}
        {values.map((each) => (
          <ReadValue key={each.path} read={each} marked />
        ))}
      </>
    );
  };
  const tone = { '--tone-fill': toneFill(decisionTone(detail.decision)) } as CSSProperties;
  return (
    <ol className={styles.list} style={tone}>
      {reasons.slice(0, most).map((reason, at) => (
        <li key={at}>
          <span className={styles.line}>{sentence(reason)}</span>
        </li>
      ))}
      {reasons.length > most ? (
        <li className={styles.more}>{text('why.more', { count: reasons.length - most })}</li>
      ) : null}
    </ol>
  );
};
