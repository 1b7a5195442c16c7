import { Button, Field, Input, Select } from '@fluentui/react-components';
import type { Inventory, ReferenceReplacement } from '@redoubt/contracts';
import { diffLines } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { PartLines } from '../../../shared/authoring/diff/PartLines.tsx';
import type { Dependencies } from '../graph.ts';
import { useReplacement, type Replaceable } from '../../../shared/resources/inventory.queries.ts';
import styles from './inventory.module.css';

const REPLACEABLE: Readonly<Record<string, Replaceable>> = {
  list: 'list',
  supportList: 'list',
  velocitySet: 'velocity',
  function: 'function',
  externalCall: 'call',
  externalAssessment: 'assessment',
};

const Preview = ({ result }: { readonly result: ReferenceReplacement }) => {
  const text = useText('inventory');
  if (result.changes.length === 0) return <p className="soft">{text('replace.nothing')}</p>;
  return (
    <>
      {result.problems.length > 0 ? (
        <ul className="plain-list reject-text" aria-label={text('replace.refused')}>
          {result.problems.map(({ resource, message }) => (
            <li key={`${resource} ${message}`}>
              <b>{resource}</b> {message}
            </li>
          ))}
        </ul>
      ) : null}
      {result.changes.map(({ kind, name, before, after }) => (
        <section key={`${kind} ${name}`} className={styles.change}>
          <h4>{name}</h4>
          <PartLines layout="unified" lines={diffLines(before.trimEnd(), after.trimEnd())} />
        </section>
      ))}
    </>
  );
};

/** Lets everything that reads a resource read another one: shown first, then made in one go. */
export const ReplaceReference = ({ of, inventory }: { readonly of: Dependencies; readonly inventory: Inventory }) => {
  const text = useText('inventory');
  const { resource, readers } = of;
  const replaced = REPLACEABLE[resource.type];
  const names = replaced === 'velocity' ? [...new Set(readers.flatMap(({ parts }) => parts))] : [resource.name];
  const [from, setFrom] = useState(names[0] ?? '');
  const [to, setTo] = useState('');
  const replacement = useReplacement();
  if (replaced === undefined || names.length === 0) return null;
  const others = inventory.resources.filter(
    ({ key, type, environmentName }) =>
      key !== resource.key && REPLACEABLE[type] === replaced && environmentName === null,
  );
  const { data, error, isPending, reset } = replacement;
  const choose = (set: (value: string) => void) => (_event: unknown, change: { readonly value: string }) => {
    set(change.value);
    reset();
  };
  const canApply = data && !data.applied && data.changes.length > 0 && data.problems.length === 0;
  return (
    <section className={styles.replace}>
      <h3>{text('replace.title')}</h3>
      {replaced === 'velocity' ? (
        <Field label={text('replace.velocity')} size="small">
          <Select size="small" value={from} onChange={choose(setFrom)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label={text('replace.to')} size="small">
        {replaced === 'velocity' ? (
          <Input size="small" value={to} onChange={choose(setTo)} />
        ) : (
          <Select size="small" value={to} onChange={choose(setTo)}>
            <option value="">{text('replace.choose')}</option>
            {others.map(({ key, name }) => (
              <option key={key}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row">
        <Button
          size="small"
          disabledFocusable={to.trim() === '' || isPending}
          onClick={() => replacement.mutate({ of: replaced, from, to: to.trim() })}
        >
          {text('replace.show')}
        </Button>
        {canApply ? (
          <Button
            size="small"
            appearance="primary"
            disabledFocusable={isPending}
            onClick={() => replacement.mutate({ of: replaced, from, to: to.trim(), state: data.state })}
          >
            {text('replace.apply', { count: data.changes.length })}
          </Button>
        ) : null}
      </div>
      <div role="status">{data?.applied ? text('replace.done', { count: data.changes.length }) : null}</div>
      {error ? <ErrorState error={error} onRetry={reset} /> : null}
      {data && !data.applied ? <Preview result={data} /> : null}
    </section>
  );
};
