import { Checkbox, Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { LIST_SOURCE_KINDS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import styles from '../components/lists.module.css';
import type { SourceForm } from './use-source-form.ts';

type TextMember = 'host' | 'port' | 'database' | 'user' | 'schema' | 'table' | 'url' | 'timeoutMs' | 'cacheSeconds';

const PLACE = {
  postgresql: ['host', 'port', 'database', 'user', 'schema', 'table'],
  http: ['url'],
} as const satisfies Record<SourceForm['kind'], readonly TextMember[]>;

/** Where the rows are kept, and how they are asked for. */
export const SourceFields = ({ form }: { readonly form: SourceForm }) => {
  const text = useText('lists');
  const field = (member: TextMember) => (
    <Field
      key={member}
      label={text(`source.${member}`)}
      size="small"
      {...(member === 'url' ? { hint: text('source.urlHint') } : {})}
    >
      <Input size="small" value={form[member]} onChange={(_event, { value }) => form.set({ [member]: value })} />
    </Field>
  );
  return (
    <>
      <Field label={text('source.kind')} size="small">
        <RadioGroup
          layout="horizontal"
          value={form.kind}
          onChange={(_event, { value }) => form.set({ kind: value as SourceForm['kind'] })}
        >
          {LIST_SOURCE_KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={text(`source.kinds.${kind}`)} />
          ))}
        </RadioGroup>
      </Field>
      <div className={styles.pairs}>{PLACE[form.kind].map(field)}</div>
      {form.kind === 'postgresql' ? (
        <Checkbox
          checked={form.tls}
          label={text('source.tls')}
          onChange={(_event, { checked }) => form.set({ tls: checked === true })}
        />
      ) : null}
      <Field
        label={text(form.kind === 'http' ? 'source.authorization' : 'source.password')}
        size="small"
        hint={form.needsSecret ? null : text(form.secret === null ? 'source.secretKept' : 'source.secretHint')}
        validationMessage={form.needsSecret ? text('source.secretAgain') : null}
      >
        <Input
          size="small"
          type="password"
          autoComplete="off"
          value={form.secret ?? ''}
          onChange={(_event, { value }) => form.set({ secret: value })}
        />
      </Field>
      <div className={styles.pairs}>
        {field('timeoutMs')}
        {field('cacheSeconds')}
      </div>
    </>
  );
};
