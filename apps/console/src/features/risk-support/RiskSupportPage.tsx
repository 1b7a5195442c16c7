import { Input, Select } from '@fluentui/react-components';
import {
  SUPPORT_KEYS,
  type FoundAccount,
  type SearchRow,
  type SupportAccount,
  type SupportKey,
} from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, DateTimeText, NoResult, QueryState } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { SendPanel } from '../../shared/cases/SendPanel.tsx';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { AccountView } from './components/AccountView.tsx';
import { PurchaseDetails } from './components/PurchaseDetails.tsx';
import { PurchaseTable } from './components/PurchaseTable.tsx';
import { StatusPanel } from './components/StatusPanel.tsx';
import { accountQuery, accountsQuery, purchasesQuery, type AccountKey, type Range } from './risk-support.queries.ts';
import styles from './risk-support.module.css';

const DAYS = ['30', '90', '365'] as const;
const EMAIL = /^\S+@\S+$/;

const field = z.string().optional().catch(undefined);
const address = z.object({
  by: z.enum(SUPPORT_KEYS).optional().catch(undefined),
  value: field,
  days: z.enum(DAYS).optional().catch(undefined),
  user: field,
  /** A purchase of the account, where its user id is masked. */
  account: field,
  tab: z.enum(['transactions']).optional().catch(undefined),
  purchase: field,
});

const rangeOf = (days: string, nowMs: number): Range => ({
  from: new Date(nowMs - Number(days) * DAY_MS).toISOString(),
  to: new Date(nowMs).toISOString(),
});

type AccountProps = {
  readonly of: AccountKey;
  /** What its purchases are found by: its user id, or what was searched where that is masked. */
  readonly purchasesOf: { readonly by: SupportKey; readonly value: string };
  readonly range: Range;
  readonly tab: string;
  readonly purchase: string | undefined;
  readonly onPurchase: (eventId: string | undefined) => void;
};

/** One account: its summary, or its purchases. */
const Account = ({ of, purchasesOf, range, tab, purchase, onPurchase }: AccountProps): ReactNode => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const account = useQuery(accountQuery(call, environmentId, of, range));
  const purchases = useQuery({
    ...purchasesQuery(call, environmentId, purchasesOf.by, purchasesOf.value, range),
    enabled: tab === 'transactions',
  });
  const may = useMay();
  const [sending, setSending] = useState<readonly SearchRow[] | null>(null);
  const [changed, setChanged] = useState<SupportAccount['statuses'][number] | null>(null);
  if (tab === 'transactions')
    return (
      <QueryState query={purchases}>
        {({ rows }) => (
          <div className="row">
            <div className="rest stack-4">
              <PurchaseTable
                rows={rows}
                chosen={purchase}
                onChoose={onPurchase}
                onSend={may('caseReview:write') ? setSending : undefined}
              />
              {purchase === undefined ? null : (
                <PurchaseDetails
                  key={purchase}
                  event={{ eventType: 'purchase', eventEnvironmentId: environmentId, eventId: purchase }}
                />
              )}
            </div>
            {sending === null ? null : (
              <SendPanel
                key={sending.map(({ eventId }) => eventId).join(' ')}
                events={sending}
                onClose={() => setSending(null)}
              />
            )}
          </div>
        )}
      </QueryState>
    );
  return (
    <QueryState query={account}>
      {(data) => (
        <div className="row">
          <div className="rest">
            <AccountView account={data} onChange={setChanged} />
          </div>
          {changed ? (
            <StatusPanel
              key={`${changed.entity} ${changed.value}`}
              status={changed}
              readers={data.readers}
              onClose={() => setChanged(null)}
            />
          ) : null}
        </div>
      )}
    </QueryState>
  );
};

/** Why a customer was declined, and what support lists say of them. */
export const RiskSupportPage = (): ReactNode => {
  const text = useText('riskSupport');
  const routes = useText('routes');
  const formats = useFormats();
  const common = useText('common');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ by = 'userId', value = '', days = '90', user, account, tab = 'accounts', purchase }, update] =
    useAddress(address);
  // The range stays while the page is open, so that its answers fit each other.
  const [nowMs] = useState(() => Date.now());
  const range = rangeOf(days, nowMs);
  const found = useQuery({ ...accountsQuery(call, environmentId, by, value, range), enabled: value !== '' });
  const form = useWireForm({
    body: z.object({
      wanted: z
        .string()
        .trim()
        .min(1, text('find.empty'))
        .refine((wanted) => by !== 'email' || EMAIL.test(wanted), text('find.noEmail')),
    }),
    values: { wanted: value },
    texts: {},
    onSubmit: ({ wanted }) => update({ value: wanted, user: undefined, account: undefined, purchase: undefined }),
  });
  const all = found.data?.accounts ?? [];
  const shown = account
    ? all.find(({ purchaseId }) => purchaseId === account)
    : user
      ? all.find((each) => each.userId === user)
      : all.length === 1
        ? all[0]
        : undefined;
  const userId = shown?.userId ?? user;
  const nameOf = ({ userName, email, userId: id }: FoundAccount): string =>
    userName ?? email ?? id ?? text('find.guest');
  return (
    <ConsolePage
      title={routes('purchaseSupport.title')}
      filters={
        <form role="search" className="row-wrap-middle" {...form.formProps}>
          <Select
            size="small"
            aria-label={text('find.by')}
            value={by}
            onChange={(_event, data) =>
              update({
                by: data.value as SupportKey,
                value: undefined,
                user: undefined,
                account: undefined,
                purchase: undefined,
              })
            }
          >
            {SUPPORT_KEYS.map((each) => (
              <option key={each} value={each}>
                {text(`key.${each}`)}
              </option>
            ))}
          </Select>
          <Input size="small" aria-label={text(`key.${by}`)} maxLength={256} {...form.register('wanted')} />
          <Select
            size="small"
            aria-label={text('find.days')}
            value={days}
            onChange={(_event, data) => update({ days: data.value as (typeof DAYS)[number] }, { replace: true })}
          >
            {DAYS.map((each) => (
              <option key={each} value={each}>
                {text('find.lastDays', { count: Number(each) })}
              </option>
            ))}
          </Select>
          <CommandButton
            primary
            type="submit"
            command={{ id: 'search', text: common('action.search'), disabledReason: form.disabledReason }}
          />
        </form>
      }
    >
      {value === '' ? (
        <p className="prose">{text('find.explain')}</p>
      ) : (
        <QueryState query={found}>
          {({ accounts, isCut }) => (
            <div className="stack-4 pt-3">
              {isCut ? <p className="soft">{text('find.cut')}</p> : null}
              {accounts.length === 0 ? <NoResult title={text('find.none')} body={text('find.noneHint')} /> : null}
              {accounts.length > 1 ? (
                <table className={styles.table} aria-label={text('find.accounts')}>
                  <thead>
                    <tr>
                      <th scope="col">{text('account.name')}</th>
                      <th scope="col">{text('key.userId')}</th>
                      <th scope="col">{text('key.email')}</th>
                      <th scope="col">{text('purchases.title')}</th>
                      <th scope="col">{text('instruments.newest')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {accounts.map((each) => (
                      <tr key={each.purchaseId} aria-selected={each === shown}>
                        <th scope="row">
                          {each.userId === null ? (
                            nameOf(each)
                          ) : (
                            <CommandButton
                              command={{
                                id: each.purchaseId,
                                text: nameOf(each),
                                onSelect: () =>
                                  update({
                                    user: isMasked(each.userId) ? undefined : (each.userId ?? undefined),
                                    account: isMasked(each.userId) ? each.purchaseId : undefined,
                                    purchase: undefined,
                                  }),
                              }}
                            />
                          )}
                        </th>
                        <td className="code-12">{each.userId}</td>
                        <td>{each.email}</td>
                        <td>{formats.number(each.purchases)}</td>
                        <td>
                          <DateTimeText at={each.newest} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              ) : null}
              {userId === undefined ? null : (
                <>
                  <div role="group" aria-label={text('tab.label')} className="row-wrap">
                    <Chip pressed={tab === 'accounts'} onSelect={() => update({ tab: undefined })}>
                      {text('tab.account')}
                    </Chip>
                    <Chip pressed={tab === 'transactions'} onSelect={() => update({ tab: 'transactions' })}>
                      {text('purchases.title')}
                    </Chip>
                  </div>
                  <Account
                    key={shown?.purchaseId ?? userId}
                    {...(shown && isMasked(userId)
                      ? { of: { purchaseId: shown.purchaseId }, purchasesOf: { by, value } }
                      : { of: { userId }, purchasesOf: { by: 'userId', value: userId } })}
                    range={range}
                    tab={tab}
                    purchase={purchase}
                    onPurchase={(eventId) => update({ purchase: eventId })}
                  />
                </>
              )}
            </div>
          )}
        </QueryState>
      )}
    </ConsolePage>
  );
};
