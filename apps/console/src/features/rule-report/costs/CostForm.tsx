import { Input, Switch } from '@fluentui/react-components';
import { putCostModel, type CostModelDetail } from '@redoubt/contracts';
import { COST_FIELDS, COST_SOURCES, DEFAULT_COST_MODEL, type CostField, type CostModel } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { usePutCostModel } from './cost-model.queries.ts';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;
const PERCENTS: readonly CostField[] = ['marginPercent', 'reviewLossPercent', 'challengeLossPercent'];

type Typed = Readonly<Record<CostField, string>>;

const typedOf = (model: CostModel): Typed =>
  Object.fromEntries(COST_FIELDS.map((field) => [field, String(model[field])])) as Typed;
const modelOf = (typed: Typed): CostModel =>
  Object.fromEntries(COST_FIELDS.map((field) => [field, typedNumber(typed[field])])) as CostModel;

/** The costs of an environment, each with its default and where that comes from. */
export const CostForm = ({
  detail,
  onClose,
}: {
  readonly detail: CostModelDetail;
  readonly onClose: () => void;
}): ReactNode => {
  const { model, from, own, inherited, currency, version, canWrite } = detail;
  const text = useText('ruleReport');
  const common = useText('common');
  const formats = useFormats();
  const notify = useNotify();
  const put = usePutCostModel();
  const [isOwn, setOwn] = useState(own);
  const [typed, setTyped] = useState(() => typedOf(model));
  const wrong = (field: CostField): string => text(PERCENTS.includes(field) ? 'costs.wrongPercent' : 'costs.wrong');
  const form = useWireForm({
    body: putCostModel.body,
    values: { version, model: own ? model : null },
    texts: Object.fromEntries(COST_FIELDS.map((field) => [`model.${field}`, wrong(field)])),
    blocked: put.isPending ? common('saving') : canWrite ? undefined : text('costs.readOnly'),
    error: put.error,
    onSubmit: (body) =>
      put.mutate(body, {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('costs.saved') });
          onClose();
        },
      }),
  });
  const chooseOwn = (next: boolean): void => {
    const shown = typedOf(next ? model : inherited);
    setOwn(next);
    setTyped(shown);
    form.setValue('model', next ? modelOf(shown) : null, TYPED);
  };
  const type = (field: CostField, value: string): void => {
    setTyped({ ...typed, [field]: value });
    form.setValue(`model.${field}`, typedNumber(value), TYPED);
  };
  const unitOf = (field: CostField): string => (PERCENTS.includes(field) ? '%' : (currency ?? ''));
  const hint = (field: CostField): ReactElement => {
    const source = COST_SOURCES[field];
    return (
      <>
        {text(`costs.hint.${field}`)} {text('costs.default', { value: formats.number(DEFAULT_COST_MODEL[field]) })}{' '}
        {source === null ? (
          text('costs.assumption')
        ) : (
          <Link href={source.url}>{text('costs.source', { name: source.name })}</Link>
        )}
      </>
    );
  };
  return (
    <FormPanel
      over
      title={text('costs.title')}
      form={{ ...form, disabledReason: form.disabledReason ?? (form.isDirty ? undefined : text('costs.same')) }}
      action={common('action.save')}
      error={put.error}
      onClose={onClose}
    >
      <p className="muted">{text('costs.what')}</p>
      <Switch
        label={text('costs.own')}
        checked={isOwn}
        disabled={!canWrite}
        onChange={(_event, { checked }) => chooseOwn(checked)}
      />
      <p className="quiet-small m-0">
        {isOwn
          ? text('costs.isOwn')
          : from === null || own
            ? text('costs.isDefault')
            : text('costs.isInherited', { name: from.name })}{' '}
        {currency === null ? text('costs.noCurrency') : null}
      </p>
      {COST_FIELDS.map((field) => (
        <WireField
          key={field}
          form={form}
          name={`model.${field}`}
          label={text(`costs.field.${field}`)}
          hint={hint(field)}
        >
          <Input
            inputMode="decimal"
            contentAfter={unitOf(field)}
            readOnly={!canWrite || !isOwn}
            value={typed[field]}
            onChange={(_event, { value }) => type(field, value)}
          />
        </WireField>
      ))}
    </FormPanel>
  );
};
