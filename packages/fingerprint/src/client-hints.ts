/** Part of a browser that only some have. */
type UserAgentData = {
  readonly mobile: boolean;
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly getHighEntropyValues: (names: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
};

const WANTED = ['architecture', 'bitness', 'model', 'platform', 'platformVersion', 'fullVersionList'] as const;

/** A made-up brand that browsers add so that servers do not rely on the list. */
const isGrease = (brand: string): boolean => /not.?a.?brand/i.test(brand.replaceAll(/[^\w]/g, ''));

/** What the browser tells about itself when asked, instead of in its user agent. */
export const clientHints = async (): Promise<Record<string, string>> => {
  const data = (navigator as Navigator & { readonly userAgentData?: UserAgentData }).userAgentData;
  if (data === undefined) return {};
  const values = await data.getHighEntropyValues(WANTED);
  const [brand] = data.brands.filter((each) => !isGrease(each.brand));
  const textOf = (name: (typeof WANTED)[number]): string => {
    const value = values[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    userAgentHintArchitecture: textOf('architecture'),
    userAgentHintBitness: textOf('bitness'),
    userAgentHintMobile: String(data.mobile),
    userAgentHintModel: textOf('model'),
    userAgentHintPlatform: textOf('platform'),
    userAgentHintPlatformVersion: textOf('platformVersion'),
    userAgentHintBrowser: brand?.brand ?? '',
    userAgentHintBrowserMajorVersion: brand?.version ?? '',
    userAgentHintFullVersionList: JSON.stringify(values.fullVersionList ?? []),
  };
};
