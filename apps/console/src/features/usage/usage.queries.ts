import {
  getBilling,
  getBillingDetails,
  getUsageDetails,
  getUsageSummary,
  putTenantBudget,
  putUsageBudget,
  putUsagePrices,
  type BodyIn,
  type QueryIn,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import type { BudgetWrite } from './components/BudgetForm.tsx';

export type DetailsQuery = QueryIn<typeof getUsageDetails>;

export const usageSummaryQuery = (call: ApiCall, environmentId: string) =>
  read(call, getUsageSummary, { params: { environmentId } });

export const usageDetailsQuery = (call: ApiCall, environmentId: string, query: DetailsQuery) =>
  read(call, getUsageDetails, { params: { environmentId }, query }, { placeholderData: keepPreviousData });

export const billingQuery = (call: ApiCall, environmentId: string, query: QueryIn<typeof getBilling>) =>
  read(call, getBilling, { params: { environmentId }, query }, { placeholderData: keepPreviousData });

export const billingDetailsQuery = (call: ApiCall, environmentId: string, query: DetailsQuery) =>
  read(call, getBillingDetails, { params: { environmentId }, query }, { placeholderData: keepPreviousData });

export const usePutUsagePrices = () =>
  useWrite(putUsagePrices, (body: BodyIn<typeof putUsagePrices>) => ({ body }), { changes: [getBilling] });

export const usePutUsageBudget = () =>
  useWrite(putUsageBudget, (body: BudgetWrite) => ({ body }), {
    changes: [getUsageSummary],
  });

export const usePutTenantBudget = () =>
  useWrite(putTenantBudget, (body: BudgetWrite) => ({ body }), {
    changes: [getBilling],
  });
