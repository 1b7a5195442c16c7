import { hashText } from './hash-text.ts';

/** Members that browsers have, had, or have under names of their own. */
type OddNavigator = Navigator & {
  readonly oscpu?: string;
  readonly cpuClass?: string;
  readonly connection?: { readonly rtt?: number; readonly effectiveType?: string; readonly downlink?: number };
};

const JANUARY = 0;
const JULY = 6;

/** Minutes west of Greenwich in the first days of a month. */
const offsetIn = (month: number): number => new Date(new Date().getFullYear(), month, 1).getTimezoneOffset();

const text = (value: string | number | boolean | undefined): string => (value === undefined ? '' : String(value));

/** What scripts of any page can see of this browser. @param fonts those that were found installed. */
export const browserFacts = (fonts: readonly string[]): Record<string, string> => {
  const navigator = window.navigator as OddNavigator;
  const plugins = [...navigator.plugins].map(({ name }) => name);
  // oxlint-disable-next-line typescript/no-deprecated -- that a browser still lists them, and which, is the point
  const mimeTypes = [...navigator.mimeTypes].map(({ type }) => type);
  const standard = Math.max(offsetIn(JANUARY), offsetIn(JULY));
  const now = new Date().getTimezoneOffset();
  const { connection } = navigator;
  const agent = navigator.userAgent;
  return {
    // oxlint-disable-next-line typescript/no-deprecated -- compared with what the user agent says
    platform: text(navigator.platform),
    screenResolution: `${screen.width}x${screen.height}`,
    screenColorDepth: text(screen.colorDepth),
    timeZone: text(Intl.DateTimeFormat().resolvedOptions().timeZone),
    timeZoneOffset: text(-standard),
    realtimeTimezoneOffset: text(-now),
    daylightSavingOffset: text(standard - now),
    fontsCount: text(fonts.length),
    fontsHash: hashText(fonts.join(',')),
    plugins: plugins.join(', '),
    pluginsCount: text(plugins.length),
    pluginsHash: hashText(plugins.join(',')),
    mimeTypesCount: text(mimeTypes.length),
    mimeTypesHash: hashText(mimeTypes.join(',')),
    logicalProcessCount: text(navigator.hardwareConcurrency),
    processorClass: text(navigator.cpuClass),
    osCpu: text(navigator.oscpu),
    // oxlint-disable-next-line typescript/no-deprecated -- differs between engines
    productSub: text(navigator.productSub),
    // How it is written differs between engines.
    // oxlint-disable-next-line eslint/no-eval -- its text is read, nothing is evaluated
    evalFunctionLength: text(String(globalThis.eval).length),
    onlineStatus: text(navigator.onLine),
    isChromium: text('chrome' in window || /Chrom(?:e|ium)\//.test(agent)),
    isOpera: text(/\bOPR\/|Opera/.test(agent)),
    isFlashDetected: text(mimeTypes.includes('application/x-shockwave-flash')),
    javaScriptEnabled: 'true',
    headlessAppVersion: text(/headless/i.test(agent)),
    cookieEnabled: text(navigator.cookieEnabled),
    scriptUserAgent: agent,
    scriptUserAgentLanguages: navigator.languages.join(','),
    urlReferrer: document.referrer,
    roundTripTime: text(connection?.rtt),
    connectionType: text(connection?.effectiveType),
    lineSpeed: text(connection?.downlink),
  };
};
