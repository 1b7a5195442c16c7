import { type DemonstrationFacts, fetchMerchantToken } from '@redoubt/testing/durability';

/** A server under load. */
export type Target = {
  readonly name: 'redoubt' | 'without persistence' | 'bare Fastify';
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

/** A target that decides with the rules in its own data. */
export type DecidingTarget = Target & { readonly dataDirectory: string; readonly facts: MerchantFacts };

export const PURCHASE_PATH = '/v1.0/MerchantServices/events/Purchase';

/** Facts of the demonstration merchant that a server writes on its first start. */
export type MerchantFacts = Omit<DemonstrationFacts, 'people'>;

/** Headers of a merchant's call, with a token that outlasts the benchmark. */
export const merchantHeaders = async (facts: MerchantFacts): Promise<Readonly<Record<string, string>>> => {
  const token = await fetchMerchantToken(facts, new URL(facts.tokenUrlV2).origin);
  return {
    'content-type': 'application/json; charset=utf-8',
    authorization: `Bearer ${token}`,
    'x-ms-dfpenvid': facts.environmentId,
  };
};
