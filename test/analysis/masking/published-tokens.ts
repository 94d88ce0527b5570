const alphabet = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC".repeat(8);
const digits = "0123456789abcdef".repeat(8);

/** Letters and digits, from a text that says nothing. */
const signs = (length: number): string => alphabet.slice(0, length);
const hex = (length: number): string => digits.slice(0, length);

/** Made of their parts when they are needed, so that no text of ours looks like a token. */
const join = (...parts: readonly string[]): string => parts.join("");

/** A token of each published shape, by the vendor. */
export const publishedTokens: Readonly<Record<string, string>> = {
  "Stripe secret": join("sk", "_live_", signs(24)),
  "Stripe restricted": join("rk", "_test_", signs(24)),
  "Stripe webhook": join("wh", "sec_", signs(32)),
  "GitHub classic": join("gh", "p_", signs(36)),
  "GitHub app": join("gh", "s_", signs(36)),
  "GitHub fine-grained": join("github", "_pat_", signs(22), "_", signs(59)),
  GitLab: join("gl", "pat-", signs(20)),
  "Slack bot": join("xo", "xb-", "123456789012-", signs(24)),
  "Slack app": join("xa", "pp-1-", signs(30)),
  npm: join("np", "m_", signs(36)),
  OpenAI: join("sk", "-proj-", signs(48)),
  "OpenAI, old": join("sk", "-", signs(48)),
  Anthropic: join("sk", "-ant-api03-", signs(90)),
  "Google API": join("AI", "za", signs(35)),
  "Google OAuth": join("GOC", "SPX-", signs(28)),
  AWS: join("AK", "IA", "ABCDEFGHIJ234567"),
  SendGrid: join("S", "G.", signs(22), ".", signs(43)),
  Twilio: join("S", "K", hex(32)),
  DigitalOcean: join("dop", "_v1_", hex(64)),
  "Hugging Face": join("h", "f_", signs(34)),
  Shopify: join("shp", "at_", hex(32)),
  PyPI: join("pypi", "-AgE", signs(60)),
  RubyGems: join("ruby", "gems_", hex(48)),
  Docker: join("dckr", "_pat_", signs(27)),
  Databricks: join("da", "pi", hex(32)),
  Vault: join("hv", "s.", signs(90)),
  Linear: join("lin", "_api_", signs(40)),
  Notion: join("nt", "n_", signs(46)),
  Telegram: join("123456789", ":AA", signs(33)),
  Mailgun: join("ke", "y-", hex(32)),
  "JSON Web Token": join("ey", "JhbGciOiJIUzI1NiJ9", ".ey", "JzdWIiOiIxIn0", ".", signs(43)),
  "JSON Web Encryption": join("ey", "JhbGciOiJkaXIifQ", "..", signs(16), ".", signs(40), ".", signs(22)),
};
