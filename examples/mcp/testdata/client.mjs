// A client of the official TypeScript SDK, for TestClientOfOthers: it starts the
// server named by its arguments, uses a page, and writes what it saw as JSON.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [sdk, address, program, ...args] = process.argv.slice(2)
const require = createRequire(pathToFileURL(sdk + '/'))
const load = name => import(pathToFileURL(require.resolve('@modelcontextprotocol/sdk/' + name)))
const { Client } = await load('client/index.js')
const { StdioClientTransport } = await load('client/stdio.js')
const { ElicitRequestSchema } = await load('types.js')

const client = new Client({ name: 'others', version: '1' }, { capabilities: { elicitation: {} } })
const seen = { asked: [], progress: 0 }
client.setRequestHandler(ElicitRequestSchema, async r => {
  seen.asked.push(r.params.message)
  return { action: 'accept', content: { answer: 'once' } }
})
await client.connect(new StdioClientTransport({ command: program, args, env: process.env, stderr: 'inherit' }))
seen.server = client.getServerVersion().name
seen.instructions = client.getInstructions()
seen.tools = (await client.listTools()).tools.map(t => ({ name: t.name, readOnly: t.annotations.readOnlyHint }))
const call = async (name, args = {}) => client.callTool({ name, arguments: args })
seen.open = await call('webpage_open', { url: address })
const outline = (await call('webpage_snapshot')).content[0].text
seen.outline = outline
const ref = /(e\d+) button "Pay"/.exec(outline)[1]
seen.click = await call('webpage_click', { ref })
seen.stale = await call('webpage_click', { ref: 'e9999' })
seen.picture = (await call('webpage_screenshot')).content.map(c => c.mimeType ?? c.type)
seen.resources = (await client.listResources()).resources.map(r => r.uri)
seen.resource = (await client.readResource({ uri: 'holdfast://outline' })).contents[0].text
await client.close()
process.stdout.write(JSON.stringify(seen))
