import {test} from 'vitest'
import {readDeprecationLog,readChangelog} from '../../../engine/documents/markdown.ts'
import {readReference} from '../../../engine/documents/reference.ts'
const MiB=1024*1024
const fill=(s:string)=>s.repeat(Math.ceil(MiB/s.length)).slice(0,MiB)
let seed=1; const rnd=()=>(seed=(seed*1103515245+12345)%2147483648)/2147483648
const ascii=(nl:number)=>Array.from({length:MiB},()=>rnd()<nl?'\n':String.fromCharCode(32+Math.floor(rnd()*95))).join('')
const cases:Record<string,string>={gt:fill('>'),gtnl:fill('> > > > > > > > > > > > > > > > > > > a\n'),li:fill('- '),br:fill('['),brnl:fill('[\n'),em:fill('*a_'),emnl:fill('*a_\n'),lit:fill('- *a_\n'),tick:fill('`a``'),pipes:fill('|a'),table:'|a|b|\n|-|-|\n'+fill('|*a|_b|\n'),logt:'|Status|Endpoint|Date|\n|-|-|-|\n'+fill('|Deprecated|[GET /v2/a](#x)|2025-01-01|\n')+'\n# x\n'+fill('`GET /v2/{b}` replaced by `/v2/c`.\n'),heads:fill('# a\n'),headslink:fill('# a\n[x](#b)\n'),slashes:fill('/a '),v2:fill('/v2/a '),get:fill('GET '),use:fill('use '),repl:fill('replaced '),replby:fill('`GET /v2/{b}` replaced by `/v2/c` '),camel:fill('aB'),camel2:fill('Ab '),camel3:fill('AbCd '),rnd0:ascii(0),rnd1:ascii(0.02),lt:fill('<a '),lta:fill('<a id=x>\n\n'),fffd:fill('\uFFFD'),digits:fill('2025-'),dates:fill('## 2025-01-01\n\n- a\n'),nest:Array.from({length:1400},(_,i)=>' '.repeat(i)+'- a').join('\n'),foot:fill('[^a]: > b\n'),ids:fill('{#'),nl:fill('\n'),sp:fill(' '),html:fill('<!--'),www:fill('www.a@b.c '),mail:fill('a@'),brace:fill('/{a'),lt2:fill('/<a'),strong:fill('**a** '),new:fill('New New '),slash:fill('/'),fence:'```\n'+fill('GET /v2/x\n'),def:fill('[a]: b\n'),deps:fill('-> '),dot:fill('. '),colon:fill(':a'), brk:fill('](a) '), amp:fill('&amp;'), bs:fill('\\[')}
const only=process.env.ONLY
for(const [k,t] of Object.entries(cases)) if(!only||only.split(',').includes(k)) test(k,()=>{ 
 const out:string[]=[k]; for(const f of [readDeprecationLog,readChangelog]){const s=Date.now(); const r:any=f(t,'x'); out.push((Date.now()-s)+'ms', JSON.stringify(r).length+'', r.problems.length+'')}
 const s=Date.now(); try{readReference(t,'x')}catch(e:any){out.push('ref '+e.name+' '+(e.name==='DocumentError'?'':e.message))}; out.push((Date.now()-s)+'ms'); console.log(out.join(' ')) },120000)
