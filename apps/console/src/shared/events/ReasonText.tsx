import { useText } from '@redoubt/i18n';
import { Fragment, type ReactNode } from 'react';
import type { Reason, Subject } from './rule-reasons.ts';
import { pathKey, type Read } from './trace.ts';
import { useAttributeText } from './use-attribute-text.ts';
import { Code } from './Code.tsx';
import { ReadValue } from './ReadValue.tsx';

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** "Purchases_Per_Email" as words. */
const asWords = (name: string): string => {
  const words = name.replaceAll('_', ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, (_, a: string, b: string) => `${a} ${b}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};
const windowText = (window: string): string => window.replace(/^(\d+)\s*(\p{L}+)$/u, '$1 $2');

const LIST_WORDS = {
  any: ['why.onList', 'why.notOnList'],
  block: ['why.blocked', 'why.notBlocked'],
  safe: ['why.safe', 'why.notSafe'],
  watch: ['why.watched', 'why.notWatched'],
} as const;

/** One condition that held, in words with what it read. */
export const ReasonText = ({
  reason,
  read,
}: {
  readonly reason: Reason;
  readonly read: ReadonlyMap<string, Read>;
}): ReactNode => {
  const text = useText('events');
  const say = useAttributeText();
  const value = (of: unknown, path: string): ReactNode =>
    of === undefined ? null : <ReadValue read={{ path, value: of, missing: false }} marked />;
  const attribute = (path: string): ReactNode => {
    const found = read.get(pathKey(path));
    const name = say.name(path);
    return (
      <>
        {name ?? <code className="mono-12">{path}</code>} {found ? <ReadValue read={found} marked /> : null}{' '}
      </>
    );
  };
  const keyed = (key: string): ReactNode => (read.has(pathKey(key)) ? attribute(key) : null);
  const named = (subject: Subject, of: unknown): ReactNode => {
    switch (subject.kind) {
      case 'attribute':
        return attribute(subject.path);
      case 'velocity': {
        const { name, window, key } = subject;
        const by = read.get(pathKey(key));
        return (
          <>
            <span title={by ? `${name}: ${String(by.value)}` : name}>
              {text('why.velocity', { name: asWords(name), window: windowText(window) })}
            </span>{' '}
            {value(of, name)}{' '}
          </>
        );
      }
      case 'cell':
        return (
          <>
            {keyed(subject.key)}
            {text('why.cell', { column: subject.column, list: subject.list })} {value(of, subject.list)}{' '}
          </>
        );
      case 'answer': {
        const { name, member } = subject;
        const words = subject.of === 'call' ? 'why.call' : 'why.function';
        return (
          <>
            {member === '' ? text(words, { name }) : text(`${words}Member`, { name, member })} {value(of, name)}{' '}
          </>
        );
      }
      case 'list':
        return keyed(subject.key) ?? <code className="mono-12">{subject.key} </code>;
      case 'code': {
        const values = subject.pieces.flatMap((piece) => {
          const found = piece.path === undefined ? undefined : read.get(pathKey(piece.path));
          return found ? [found] : [];
        });
        return (
          <>
            <Code pieces={subject.pieces} />{' '}
            {of === undefined
              ? values.map((each) => <ReadValue key={each.path} read={each} marked />)
              : value(of, subject.pieces.map((piece) => piece.text).join(''))}{' '}
          </>
        );
      }
    }
  };
  const limit = (raw: string): string =>
    isNumber(raw) ? say.value(Number(raw)) : raw === 'null' ? say.value(null) : raw;

  if (reason.kind === 'any')
    return reason.reasons.map((each, at) => (
      <Fragment key={at}>
        {at > 0 ? ` ${text('why.any')} ` : null}
        <ReasonText reason={each} read={read} />
      </Fragment>
    ));
  const { subject } = reason;
  if (reason.kind === 'comparison')
    return (
      <>
        {named(subject, reason.value)}
        {text(`why.${reason.comparison}`, { limit: limit(reason.limit) })}
      </>
    );
  if (subject.kind === 'list')
    return (
      <>
        {named(subject, undefined)}
        {text(LIST_WORDS[subject.status][reason.negated ? 1 : 0], { list: subject.list })}
      </>
    );
  if (subject.kind === 'code') return named(subject, undefined);
  return (
    <>
      {named(subject, subject.kind === 'attribute' ? undefined : reason.value)}
      {text(reason.negated ? 'why.isFalse' : 'why.isTrue')}
    </>
  );
};
