import { mask } from "./secret-values.ts";

/** Tokens that say what they are, by the prefixes that their vendors publish. What only looks random, such as a commit, is not among them. */
const shapes: readonly (readonly [vendor: string, shape: string])[] = [
  ["1Password", String.raw`ops_eyJ[\w+/-]{40,}|A3-[A-Z0-9]{6}-[A-Z0-9-]{20,}`],
  ["age", "AGE-SECRET-KEY-1[A-Z0-9]{20,}"],
  ["Adafruit", String.raw`aio_[A-Za-z]{4}\d{2}[A-Za-z0-9]{20,}`],
  ["Airtable", String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`],
  ["Alibaba Cloud", "LTAI[A-Za-z0-9]{12,}"],
  ["Anthropic, OpenAI, OpenRouter", String.raw`sk-(?:ant|proj|svcacct|admin|or|lf|None)-[\w-]{16,}|sk-[A-Za-z0-9]{32,}`],
  ["Atlassian", String.raw`(?:ATATT3|ATCTT3|ATBB|ATOA)[\w=-]{20,}`],
  ["AWS", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"],
  ["Azure", String.raw`[A-Za-z0-9_~.]{3}[78]Q~[\w~.-]{31,34}`],
  ["Brevo", "xkeysib-[a-f0-9]{32,}-[A-Za-z0-9]{8,}"],
  ["Buildkite", "bk(?:ua|aj|ct)_[a-f0-9]{32,}"],
  ["CircleCI", "CCIPAT_[A-Za-z0-9]{16,}_[a-f0-9]{32,}"],
  ["Cloudflare", "cf(?:k|ut|at)_[A-Za-z0-9]{36,}"],
  ["Contentful", String.raw`CFPAT-[\w-]{30,}`],
  ["Databricks", "dapi[a-f0-9]{32}"],
  ["DigitalOcean", "do[oprt]_v1_[a-f0-9]{32,}"],
  ["Discord", String.raw`[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,}`],
  ["Docker", String.raw`dckr_(?:pat|oat)_[\w-]{20,}`],
  ["Doppler", String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}`],
  ["Dropbox", String.raw`sl\.(?:u\.)?[\w-]{60,}`],
  ["Dynatrace", String.raw`dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{40,}`],
  ["EasyPost", "EZ[AT]K[A-Za-z0-9]{30,}"],
  ["Figma", String.raw`fig[dour]_[\w-]{30,}`],
  ["Flutterwave", "FLWSECK(?:_TEST)?-[A-Za-z0-9-]{12,}"],
  ["Fly.io", String.raw`fo1_[\w-]{40,}|fm[12][ar]?_[\w+/=-]{60,}`],
  ["GitHub", String.raw`gh[opusr]_[A-Za-z0-9_]{30,}|github_pat_[A-Za-z0-9_]{22,}`],
  ["GitLab", String.raw`gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|agent|imt|oas|ffct|wt)-[\w.-]{20,}`],
  ["Google", String.raw`AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w.-]{20,}|1//0[\w-]{20,}`],
  ["Grafana", String.raw`gls?a_[A-Za-z0-9_]{30,}|glc_[A-Za-z0-9+/]{30,}={0,2}`],
  ["Groq", "gsk_[A-Za-z0-9]{40,}"],
  ["HashiCorp", String.raw`hv[sbr]\.[\w-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}`],
  ["Heroku", String.raw`HRKU-[\w-]{30,}`],
  ["Hugging Face", "hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,}"],
  ["Linear", "lin_(?:api|oauth)_[A-Za-z0-9]{30,}"],
  ["Mailchimp", String.raw`[a-f0-9]{32}-us\d{1,2}`],
  ["Mailgun", "key-[a-f0-9]{32}"],
  ["Neon", "napi_[a-z0-9]{40,}"],
  ["Netlify", "nf[pcoub]_[A-Za-z0-9]{36,}"],
  ["New Relic", "NRAK-[A-Z0-9]{20,}|NRII-[A-Za-z0-9-]{20,}"],
  ["Notion", "ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}"],
  ["npm", "npm_[A-Za-z0-9]{30,}"],
  ["Perplexity", "pplx-[A-Za-z0-9]{32,}"],
  ["PlanetScale", String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{30,}`],
  ["Postman", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"],
  ["Pulumi", "pul-[a-f0-9]{40}"],
  ["PyPI", String.raw`pypi-AgE[\w-]{20,}`],
  ["Replicate", "r8_[A-Za-z0-9]{30,}"],
  ["Resend", "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"],
  ["RubyGems", "rubygems_[a-f0-9]{40,}"],
  ["SendGrid", String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`],
  ["Sentry", String.raw`sntry[su]_[\w+/=-]{30,}`],
  ["Shippo", "shippo_(?:live|test)_[a-f0-9]{30,}"],
  ["Shopify", "shp(?:at|ca|pa|ss|tka|ua)_[a-fA-F0-9]{30,}"],
  ["Slack", String.raw`xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{10,}|xwfp-[\w-]{10,}`],
  ["Sourcegraph", "sgp_(?:[a-zA-Z0-9]+_)?[a-f0-9]{40}"],
  ["Square", String.raw`sq0(?:atp|csp|idp)-[\w-]{20,}|EAAA[\w-]{56,}`],
  ["Stripe", "(?:sk|rk)_(?:live|test|prod|org)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+=]{20,}"],
  ["Supabase", String.raw`sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,}`],
  ["Tailscale", String.raw`tskey-[a-z]+-[\w-]{16,}`],
  ["Telegram", String.raw`\d{8,10}:AA[\w-]{32,}`],
  ["Twilio", "SK[a-f0-9]{32}"],
  ["Typeform", String.raw`tfp_[\w-]{40,}`],
  ["Vercel", "vc[pkira]_[A-Za-z0-9]{20,}"],
  ["xAI", "xai-[A-Za-z0-9]{40,}"],
  // RFC 7519: a header and a payload, which begin with {" in base64url, and a signature; RFC 7516: five parts.
  ["JSON Web Token", String.raw`eyJ[\w-]{6,}\.(?:(?:eyJ[\w-]{4,}|e30)(?:\.[\w-]*)?|[\w-]*(?:\.[\w-]+){3})`],
];

const tokens = new RegExp(`(?<![A-Za-z0-9_-])(?:${shapes.map(([, shape]) => shape).join("|")})`, "g");

/** The part of a webhook's URL that lets others post. */
const webhooks =
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{10,}|(?<=discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,}|(?<=api\.telegram\.org\/bot)\d+:[\w-]+/g;

const privateKeys = /-----BEGIN (?:[A-Z ]{0,30} )?PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g;

/** The text without tokens that are known by their shape, wherever they stand. */
export function maskedTokens(text: string): string {
  const masked = text.replaceAll(privateKeys, mask).replaceAll(webhooks, mask).replaceAll(tokens, mask);
  return masked === text ? text : masked.replaceAll(/(?:\*{3}){2,}/g, mask);
}
