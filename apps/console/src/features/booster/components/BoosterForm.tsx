import { Checkbox, Input, Switch } from '@fluentui/react-components';
import { putBooster, type BoosterDetail } from '@redoubt/contracts';
import { BOOSTER_ATTRIBUTES, sharesMore, type BoosterAttribute } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../booster.module.css';
import { useBoosterMutations } from '../booster.queries.ts';
import { ConnectorRows, typedConnectors, wiredConnectors, type TypedConnector } from './ConnectorRows.tsx';
import { ConsentPart } from './ConsentPart.tsx';
import { PreviewPart } from './PreviewPart.tsx';

const TYPED = { shouldDirty: true, shouldValidate: true } as const;

const connectorsOf = ({ connectors, isChosenHere, inheritedFrom }: BoosterDetail) =>
  // A call of another environment cannot be made from here.
  isChosenHere || inheritedFrom === null ? connectors.map(({ callName: _name, ...connector }) => connector) : [];

/** What is shared, with whom, what is kept back, and the consent to it. */
export const BoosterForm = ({ detail }: { readonly detail: BoosterDetail }): ReactNode => {
  const { canWrite, version, attributes, holdoutPercent, calls, below, isChosenHere, consent, consentVersion } = detail;
  const text = useText('booster');
  const common = useText('common');
  const notify = useNotify();
  const { put } = useBoosterMutations();
  const [holdout, setHoldout] = useState(String(holdoutPercent));
  const [rows, setRows] = useState<readonly TypedConnector[]>(() => typedConnectors(connectorsOf(detail)));
  const form = useWireForm({
    body: putBooster.body,
    values: {
      optedIn: detail.optedIn && (isChosenHere || connectorsOf(detail).length > 0),
      attributes,
      holdoutPercent,
      connectors: connectorsOf(detail),
      consentVersion: null,
      version,
    },
    texts: {
      holdoutPercent: text('holdoutWrong'),
      connectors: text('connectorsWrong'),
      'connectors.name': text('connectorsWrong'),
      'connectors.callId': text('connectorsWrong'),
      'connectors.bins': text('binsWrong'),
      'connectors.networks': text('connectorsWrong'),
    },
    blocked: put.isPending ? common('saving') : canWrite ? undefined : text('readOnly'),
    error: put.error,
    onSubmit: (body) => put.mutate(body, { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) }),
  });
  const { optedIn, attributes: chosen, connectors, consentVersion: agreed } = form.watch();
  const isMore = sharesMore(isChosenHere ? detail : { ...detail, optedIn: false }, {
    optedIn,
    attributes: chosen,
    holdoutPercent: 0,
    connectors,
  });
  const needsConsent = optedIn && (isMore || consent?.version !== consentVersion);
  const replaced = below.filter(({ isChosenThere }) => isChosenThere);
  const choose = (attribute: BoosterAttribute, on: boolean): void =>
    form.setValue(
      'attributes',
      BOOSTER_ATTRIBUTES.filter((each) => (each === attribute ? on : chosen.includes(each))),
      TYPED,
    );
  const change = (next: readonly TypedConnector[]): void => {
    setRows(next);
    form.setValue('connectors', wiredConnectors(next), TYPED);
  };
  const missing =
    optedIn && connectors.length === 0
      ? text('connectorNeeded')
      : needsConsent && agreed !== consentVersion
        ? text('consentNeeded')
        : undefined;
  return (
    <form className="stack-4" aria-label={text('form')} {...form.formProps}>
      <Section title={text('choice.title')}>
        <div className="stack-2">
          <Switch
            label={text('optIn')}
            disabled={!canWrite || (!optedIn && calls.length === 0)}
            checked={optedIn}
            onChange={(_event, { checked }) => form.setValue('optedIn', checked, TYPED)}
          />
          {calls.length === 0 ? <p className="soft">{text('noCalls')}</p> : null}
          <p className="soft">{text('standard')}</p>
          <fieldset className={styles.plain} disabled={!canWrite}>
            <legend>{text('raw')}</legend>
            <div className="row-wrap">
              {BOOSTER_ATTRIBUTES.map((attribute) => (
                <Checkbox
                  key={attribute}
                  label={text(`field.${attribute}`)}
                  checked={chosen.includes(attribute)}
                  onChange={(_event, { checked }) => choose(attribute, checked === true)}
                />
              ))}
            </div>
          </fieldset>
          <WireField form={form} name="holdoutPercent" label={text('holdout')} hint={text('holdoutHint')}>
            <Input
              size="small"
              inputMode="decimal"
              className={styles.number}
              contentAfter="%"
              readOnly={!canWrite}
              value={holdout}
              onChange={(_event, { value }) => {
                setHoldout(value);
                form.setValue('holdoutPercent', typedNumber(value), TYPED);
              }}
            />
          </WireField>
        </div>
      </Section>
      <Section title={text('connectors.title')} meta={text('connectors.meta')}>
        <ConnectorRows form={form} rows={rows} calls={calls} canWrite={canWrite} onChange={change} />
      </Section>
      <Section title={text('preview.title')} meta={text('preview.meta')}>
        <PreviewPart
          attributes={chosen}
          connectors={connectors}
          isWrong={form.disabledReason !== undefined && canWrite}
        />
      </Section>
      {canWrite ? (
        <Section title={text('consent.title')}>
          <div className="stack-2">
            <ConsentPart
              connectors={rows}
              isNeeded={needsConsent}
              isAgreed={agreed === consentVersion}
              onAgree={(isAgreed) => form.setValue('consentVersion', isAgreed ? consentVersion : null, TYPED)}
            />
            {replaced.length === 0 ? null : (
              <p role="status">{text('replaces', { names: replaced.map(({ name }) => name).join(', ') })}</p>
            )}
            {below.length > 0 ? <p className="soft">{text('holdsBelow', { count: below.length })}</p> : null}
            {put.error ? <ErrorState error={put.error} compact /> : null}
            <div className="row-wrap">
              <CommandButton
                primary
                type="submit"
                command={{
                  id: 'saveBooster',
                  text: common('action.save'),
                  disabledReason: form.disabledReason ?? missing ?? (form.isDirty ? undefined : text('unchanged')),
                }}
              />
            </div>
          </div>
        </Section>
      ) : null}
    </form>
  );
};
