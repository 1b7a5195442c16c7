import { Checkbox, Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { LIST_SOURCE_KINDS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../components/lists.module.css';
import type { SourceForm } from './use-source-form.ts';

type TextMember = 'host' | 'port' | 'database' | 'user' | 'schema' | 'table' | 'url' | 'timeoutMs' | 'cacheSeconds';

const PLACE = {
  postgresql: ['host', 'port', 'database', 'user', 'schema', 'table'],
  http: ['url'],
} as const satisfies Record<SourceForm['typed']['kind'], readonly TextMember[]>;

/** Where the rows are kept, and how they are asked for. */
export const SourceFields = ({ form }: { readonly form: SourceForm }) => {
  const text = useText('lists');
  const { kind, tls, secret } = form.typed;
  const field = (member: TextMember) => (
    <WireField
      key={member}
      form={form}
      name={member}
      label={text(`source.${member}`)}
      hint={member === 'url' ? text('source.urlHint') : null}
    >
      <Input size="small" {...form.register(member)} />
    </WireField>
  );
  return (
    <>
      <Field label={text('source.kind')} size="small">
        <RadioGroup
          layout="horizontal"
          value={kind}
          onChange={(_event, { value }) =>
            form.setValue('kind', LIST_SOURCE_KINDS.find((each) => each === value) ?? kind, { shouldDirty: true })
          }
        >
          {LIST_SOURCE_KINDS.map((each) => (
            <Radio key={each} value={each} label={text(`source.kinds.${each}`)} />
          ))}
        </RadioGroup>
      </Field>
      <div className={styles.pairs}>{PLACE[kind].map(field)}</div>
      {kind === 'postgresql' ? (
        <Checkbox
          checked={tls}
          label={text('source.tls')}
          onChange={(_event, { checked }) => form.setValue('tls', checked === true, { shouldDirty: true })}
        />
      ) : null}
      <Field
        label={text(kind === 'http' ? 'source.authorization' : 'source.password')}
        size="small"
        hint={form.needsSecret ? null : text(secret === null ? 'source.secretKept' : 'source.secretHint')}
        validationMessage={form.needsSecret ? text('source.secretAgain') : null}
      >
        <Input
          size="small"
          type="password"
          autoComplete="off"
          value={secret ?? ''}
          onChange={(_event, { value }) => form.setValue('secret', value, { shouldDirty: true })}
        />
      </Field>
      <div className={styles.pairs}>
        {field('timeoutMs')}
        {field('cacheSeconds')}
      </div>
    </>
  );
};
