import { expect, test } from "vitest";
import { nextRoutes } from "../../../language-server/analysis/routes/next-routes.ts";

test("Next.js: route handlers, pages and pages/api, by the paths of their files", () => {
  const handler = `import x from "x";
export async function GET() {}
export const POST = () => {};
`;
  const all = [
    ...nextRoutes("app/api/orders/[id]/route.ts", handler),
    ...nextRoutes("src/app/(shop)/cart/page.tsx", ""),
    ...nextRoutes("app/page.jsx", ""),
    ...nextRoutes("pages/api/users/[...slug].js", ""),
    ...nextRoutes("pages/api/index.ts", ""),
    ...nextRoutes("lib/route.ts", handler),
  ];
  expect(all.map(({ method, path, line }) => `${method} ${path} ${line}`)).toEqual([
    "GET /api/orders/:id 2",
    "POST /api/orders/:id 3",
    "GET /cart 1",
    "GET / 1",
    "GET /api/users/:slug 1",
    "GET /api 1",
  ]);
});

test.each([
  ["export const { GET, POST } = handlers;", ["GET 1", "POST 1"]],
  ["const handler = NextAuth();\nexport { handler as GET, handler as POST };", ["GET 2", "POST 2"]],
  ['export { GET } from "./shared";', ["GET 1"]],
  ["/*\nexport async function GET() {}\n*/\nexport const dynamic = 1;", []],
  ["export default handler; export async function PUT() {}", ["PUT 1"]],
])("Next.js: methods of a route handler as they are exported: %s", (text, expected) => {
  expect(nextRoutes("app/auth/route.ts", text).map(({ method, line }) => `${method} ${line}`)).toEqual(expected);
});
