package provider_test

// The pages of the misclick test of applications: each calls hit with the record
// that an event really reached.

const appRowsPage = `<table><tbody id=t></tbody></table><script>
let data=['Alice','Bob','Carol','Dave'];
function render(){ // unkeyed: nodes re-used by position
 const t=document.getElementById('t');
 while(t.rows.length<data.length){const tr=t.insertRow();tr.innerHTML='<td></td><td><button>Delete</button></td>';const i=t.rows.length-1;tr.querySelector('button').onclick=()=>hit(data[i])}
 while(t.rows.length>data.length)t.deleteRow(-1);
 data.forEach((d,i)=>t.rows[i].cells[0].textContent=d);
}
render();</script>`

const appKeyedPage = `<ul id=l></ul><script>
let data=['Alice','Bob','Carol','Dave'];const nodes={};
function render(){const l=document.getElementById('l');l.replaceChildren(...data.map(d=>nodes[d]||(nodes[d]=make(d))))}
function make(d){const li=document.createElement('li');li.innerHTML='<span>'+d+'</span> <button>Open</button>';li.querySelector('button').onclick=()=>hit(d);return li}
render();</script>`

const appVirtual = `<div id=v style="height:200px;overflow:auto;position:relative"><div style="height:40000px"></div></div><script>
const v=document.getElementById('v');const pool=[];
for(let i=0;i<10;i++){const d=document.createElement('div');d.style.cssText='position:absolute;top:0;left:0;right:0;height:40px';d.innerHTML='<b></b> <button>Pick</button>';d.querySelector('button').onclick=()=>hit(d.dataset.n);v.append(d);pool.push(d)}
function paint(){const f=Math.floor(v.scrollTop/40);for(let i=0;i<10;i++){const n=f+i;const d=pool[n%10];d.dataset.n=n;d.style.transform='translateY('+n*40+'px)';d.querySelector('b').textContent='Item '+n}}
v.onscroll=paint;paint();</script>`

const appCards = `<div id=g style="display:flex;gap:8px"></div><script>
let data=[['Red shoes','10 €'],['Blue hat','10 €'],['Green scarf','10 €']];
const g=document.getElementById('g');
data.forEach((_,i)=>{const d=document.createElement('div');d.className='card';d.innerHTML='<div class=t></div><div class=p></div><button>Add to cart</button>';d.querySelector('button').onclick=()=>hit(data[i][0]);g.append(d)});
function render(){[...g.children].forEach((d,i)=>{d.querySelector('.t').textContent=data[i][0];d.querySelector('.p').textContent=data[i][1]})}
render();</script>`

const appImgcards = `<div id=g style="display:flex;gap:8px"></div><script>
let data=['red.png','blue.png','green.png'];
const g=document.getElementById('g');
data.forEach((_,i)=>{const d=document.createElement('div');d.className='card';d.innerHTML='<img width=40 height=40><button>Add to cart</button>';d.querySelector('button').onclick=()=>hit(data[i]);g.append(d)});
function render(){[...g.children].forEach((d,i)=>{d.querySelector('img').src=data[i]})}
render();</script>`

const appInputRows = `<table><tbody id=t></tbody></table><script>
let data=[{n:'Alice',v:'1'},{n:'Bob',v:'2'},{n:'Carol',v:'3'}];
const t=document.getElementById('t');
data.forEach((_,i)=>{const tr=t.insertRow();tr.innerHTML='<td></td><td><input aria-label=Amount></td>';const inp=tr.querySelector('input');inp.oninput=()=>hit(data[i].n+'='+inp.value)});
function render(){[...t.rows].forEach((r,i)=>{r.cells[0].textContent=data[i].n;r.querySelector('input').value=data[i].v})}
render();</script>`

const appRecordForm = `<h2 id=h>Customer Alice</h2><form><label>Phone <input id=ph></label><label>City <input id=ci></label><button type=button id=sv>Save</button></form><script>
let rec='Alice';const db={Alice:['111','Rome'],Bob:['222','Oslo']};
function show(r){rec=r;h.textContent='Customer '+r;ph.value=db[r][0];ci.value=db[r][1]}
ph.oninput=()=>hit(rec);ci.oninput=()=>hit(rec);sv.onclick=()=>hit(rec);show('Alice')</script>`

const appValueRows = `<table><tbody id=t></tbody></table><script>
let data=['Alice','Bob','Carol'];
const t=document.getElementById('t');
data.forEach((_,i)=>{const tr=t.insertRow();tr.innerHTML='<td><input aria-label=Name></td><td><button>Delete</button></td>';tr.querySelector('button').onclick=()=>hit(data[i]);tr.querySelector('input').oninput=()=>hit(data[i]+'-name')});
function render(){[...t.rows].forEach((r,i)=>{r.querySelector('input').value=data[i]})}
render();</script>`

const appTabsPage = `<div role=tablist><button role=tab id=a>Home</button><button role=tab id=b>Work</button></div><div role=tabpanel id=p><p id=x>Home address</p><button id=s>Save</button><input id=i aria-label=Street></div><script>
let cur='Home';function go(n){cur=n;x.textContent=n+' address'} s.onclick=()=>hit(cur);i.oninput=()=>hit(cur);a.onclick=()=>go('Home');b.onclick=()=>go('Work');</script>`

const appChat = `<ul id=l></ul><script>
let data=[['Ann','hello','2 min ago'],['Ben','hi there','1 min ago'],['Cy','lunch?','just now']];
const l=document.getElementById('l');
function render(){l.replaceChildren(...data.map(d=>{const li=document.createElement('li');li.innerHTML='<b>'+d[0]+'</b> <span>'+d[1]+'</span> <time>'+d[2]+'</time> <button>Reply</button>';li.querySelector('button').onclick=()=>hit(d[0]);return li}))}
render()</script>`

const appChecks = `<div id=l></div><script>
let data=['Milk','Bread','Eggs'];const l=document.getElementById('l');
data.forEach((_,i)=>{const d=document.createElement('label');d.style.display='block';d.innerHTML='<input type=checkbox> <span></span>';d.querySelector('input').onchange=()=>hit(data[i]);l.append(d)});
function render(){[...l.children].forEach((d,i)=>d.querySelector('span').textContent=data[i])}
render()</script>`

const appDialogPage = `<button>Behind</button><dialog id=d><p id=m>Delete file A?</p><button id=y>Yes</button><button>No</button></dialog><script>let f='A';d.showModal();y.onclick=()=>hit(f)</script>`

const appFeed = `<div id=f style="height:300px;overflow:auto"></div><script>
let n=0;function post(t){const d=document.createElement('article');d.style.height='90px';d.innerHTML='<h3>'+t+'</h3><button>Like</button>';d.querySelector('button').onclick=()=>hit(t);return d}
const f=document.getElementById('f');for(let i=0;i<8;i++)f.append(post('Post '+i));</script>`

const appRaceRows = `<table><tbody id=t></tbody></table><script>
let data=['Alice','Bob','Carol','Dave'];
const t=document.getElementById('t');
data.forEach((_,i)=>{const tr=t.insertRow();tr.innerHTML='<td></td><td><button>Delete</button></td>';tr.querySelector('button').onclick=()=>hit(data[i])});
function render(){data.forEach((d,i)=>t.rows[i].cells[0].textContent=d)}
render();function rot(){data.push(data.shift());render()}
function arm(type,o){t.addEventListener(type,rot,{once:true,...o})}</script>`

const appToolbar = `<p>Some text of the page here</p><div class=tb><button onclick="hit('Save')">Save</button><button>Undo</button><button>Redo</button><button id=m onclick="hit('Mute')">Mute</button></div><div class=chips><div class=chip><button id=c1>Alice</button><button onclick="hit(c1.textContent)">x</button></div></div>`

const appRoute = `<a id=lk href="#x">x</a><h1 id=h>Alice</h1><button id=b>Delete</button><input id=i aria-label=Note><script>
let cur='Alice';function go(n){cur=n;h.textContent=n}b.onclick=()=>hit(cur);i.oninput=()=>hit(cur)</script>`

const appI18n = `<ul id=l></ul><script>let w='Delete';const d=['Alice','Bob'];const l=document.getElementById('l');
d.forEach(n=>{const li=document.createElement('li');li.innerHTML='<span>'+n+'</span> <button></button>';li.querySelector('button').onclick=()=>hit(n);l.append(li)});
function render(){l.querySelectorAll('button').forEach(b=>b.textContent=w)}render()</script>`

const appSelectRows = `<ul id=l></ul><script>let d=['Alice','Bob','Carol'];const l=document.getElementById('l');
d.forEach((_,i)=>{const li=document.createElement('li');li.innerHTML='<span></span> <select aria-label=Role><option>Admin<option>User<option>Guest</select>';const s=li.querySelector('select');s.onchange=()=>hit(d[i]+'='+s.value);l.append(li)});
function render(){[...l.children].forEach((li,i)=>li.firstChild.textContent=d[i])}render()</script>`

const appOpts = `<label>Plan <select id=s><option value=a>Free<option value=b>Basic<option value=c>Pro</select></label><script>s.onchange=()=>hit(s.value)</script>`

const appCover = `<style>body{margin:0}</style><button id=b style="margin:50px" onclick="hit('b')">Buy</button><div id=c hidden style="position:fixed;inset:0;background:#0008">Cookies <button onclick="hit('cookie')">OK</button></div>`

const appShadowRows = `<x-list></x-list><script>
let d=['Alice','Bob','Carol'];let el;
customElements.define('x-list',class extends HTMLElement{connectedCallback(){el=this;this.attachShadow({mode:'open'});this.render()}
render(){this.shadowRoot.innerHTML=d.map((n,i)=>'<div class=row><span>'+n+'</span><button data-i='+i+'>Delete</button></div>').join('');this.shadowRoot.querySelectorAll('button').forEach(b=>b.onclick=()=>hit(d[b.dataset.i]))}})
</script>`

const appClosedRows = `<x-list></x-list><script>
let d=['Alice','Bob','Carol'];let el;
customElements.define('x-list',class extends HTMLElement{connectedCallback(){el=this;this.r=this.attachShadow({mode:'closed'});this.r.innerHTML=d.map((n,i)=>'<div class=row><span>'+n+'</span><button data-i='+i+'>Delete</button></div>').join('');this.r.querySelectorAll('button').forEach(b=>b.onclick=()=>hit(d[b.dataset.i]))}
render(){this.r.querySelectorAll('.row').forEach((r,i)=>r.firstChild.textContent=d[i])}})
</script>`

const appFrames = `<iframe id=f width=400 height=200 srcdoc="<h3 id=h>Alice</h3><button id=b>Delete</button><script>let cur='Alice';b.onclick=()=>parent.hit(cur);function go(n){cur=n;h.textContent=n}</script>"></iframe>`

const appDragList = `<ul id=l style="list-style:none;padding:0"></ul><script>
let d=['One','Two','Three'];const l=document.getElementById('l');
d.forEach(n=>{const li=document.createElement('li');li.draggable=true;li.style.cssText='height:40px;background:#eee;margin:2px';li.tabIndex=0;li.textContent=n;li.ondragstart=e=>e.dataTransfer.setData('text/plain',li.textContent);li.ondragover=e=>e.preventDefault();li.ondrop=e=>{e.preventDefault();hit(e.dataTransfer.getData('text/plain')+'>'+li.textContent)};l.append(li)});
function render(){[...l.children].forEach((li,i)=>li.textContent=d[i])}</script>`

const appCal = `<h2 id=m>May 2031</h2><div id=g style="display:grid;grid-template-columns:repeat(7,40px)"></div><script>
let mo='May 2031';const g=document.getElementById('g');
for(let i=1;i<=28;i++){const b=document.createElement('button');b.textContent=i;b.onclick=()=>hit(mo+' '+b.textContent);g.append(b)}
function go(n,off){mo=n;m.textContent=n;[...g.children].forEach((b,i)=>b.textContent=((i+off)%28)+1)}</script>`

const appCalGrid = `<table role=grid aria-labelledby=m><caption id=m>May 2031</caption><tbody id=g></tbody></table><script>
let mo='May 2031';
for(let r=0;r<4;r++){const tr=g.insertRow();for(let c=1;c<=7;c++){const td=tr.insertCell();td.innerHTML='<button>'+(r*7+c)+'</button>';td.firstChild.onclick=e=>hit(mo+' '+e.target.textContent)}}
function go(n){mo=n;m.textContent=n}</script>`

const appCalTitle = `<h1>Trip</h1><div><div><button>Prev</button><span id=m>February 2027</span> <span id=k>at 10:30</span><button>Next</button></div><table><tr><th>Mo<th>Tu<th>We<th>Th<th>Fr<th>Sa<th>Su</table><table><tbody id=g></tbody></table></div><script>
let mo='February 2027';
for(let r=0;r<4;r++){const tr=g.insertRow();for(let c=1;c<=7;c++){const td=tr.insertCell();td.innerHTML='<button>'+(r*7+c)+'</button>';td.firstChild.onclick=e=>hit(mo+' '+e.target.textContent)}}
function go(n){mo=n;m.textContent=n}</script>`

const appSections = `<main><h1 id=h>Order 1001 of Alice</h1><section><h2>Address</h2><p>As before</p></section><section><h2>Actions</h2><button onclick="hit(cur)">Cancel</button></section></main><script>
let cur='Order 1001 of Alice';function go(n){cur=n;h.textContent=n}</script>`

const appMenuReopen = `<div id=rows></div><script>
let d=['Alice','Bob'];let cur='';
const menu=document.createElement('div');menu.setAttribute('role','menu');menu.innerHTML='<button role=menuitem>Remove</button>';menu.style.cssText='border:1px solid;width:100px';menu.firstChild.onclick=()=>hit(cur);
d.forEach(n=>{const x=document.createElement('div');x.className='row';x.style.cssText='padding:20px';x.innerHTML='<span>'+n+'</span> <button>More</button>';x.querySelector('button').onclick=()=>openFor(n);rows.append(x)});
function openFor(n){cur=n;[...rows.children].find(r=>r.firstChild.textContent===n).append(menu)}openFor('Alice')</script>`

const appMenuBody = `<div id=rows></div><div id=menu role=menu style="position:absolute;border:1px solid;width:100px"><button role=menuitem>Remove</button></div><script>
let d=['Alice','Bob'];let cur='';menu.firstChild.onclick=()=>hit(cur);
d.forEach((n,i)=>{const x=document.createElement('div');x.className='row';x.style.cssText='padding:20px';x.innerHTML='<span>'+n+'</span> <button id=b'+i+' aria-haspopup=menu>More</button>';x.querySelector('button').onclick=()=>openFor(i);rows.append(x)});
function openFor(i){cur=d[i];menu.style.top=(30+60*i)+'px';menu.style.left='120px';for(const j of [0,1]){const b=document.getElementById('b'+j);b.setAttribute('aria-expanded',j===i)}}openFor(0)</script>`

const appRelabel = `<button id=b onclick="hit(b.textContent)">Save draft</button><a id=a href="/x" onclick="event.preventDefault();hit(a.getAttribute('href'))">Read more</a><button id=c aria-label="Mute" onclick="hit(c.getAttribute('aria-label'))">x</button>`

const appLinkCards = `<div id=g></div><script>let d=[['One','/1'],['Two','/2'],['Three','/3']];
d.forEach(()=>{const x=document.createElement('div');x.innerHTML='<h3></h3><a>Read more</a>';x.querySelector('a').onclick=e=>{e.preventDefault();hit(e.target.getAttribute('href'))};g.append(x)});
function render(){[...g.children].forEach((x,i)=>{x.firstChild.textContent=d[i][0];x.lastChild.setAttribute('href',d[i][1])})}render()</script>`

const appDetached = `<div id=w><button id=b onclick="hit('b')">Go</button></div>`

const appJsMoves = `<button id=b style="position:absolute;top:20px;left:0" onclick="hit('b')">Go</button><button id=o style="position:absolute;top:20px;left:100px" onclick="hit('other')">No</button><script>
function swap(){const t=b.style.left;b.style.left=o.style.left;o.style.left=t}</script>`

const appEditors = `<ul id=l></ul><script>let d=['Alice','Bob'];const l=document.getElementById('l');
d.forEach((_,i)=>{const li=document.createElement('li');li.innerHTML='<b></b><div contenteditable role=textbox aria-label=Comment style="min-height:20px;border:1px solid"></div>';li.lastChild.oninput=()=>hit(d[i]);l.append(li)});
function render(){[...l.children].forEach((li,i)=>li.firstChild.textContent=d[i])}render()</script>`

const appFileRows = `<ul id=l></ul><script>let d=['Alice','Bob'];const l=document.getElementById('l');
d.forEach((_,i)=>{const li=document.createElement('li');li.innerHTML='<b></b><label>Photo <input type=file></label>';li.querySelector('input').onchange=()=>hit(d[i]);l.append(li)});
function render(){[...l.children].forEach((li,i)=>li.firstChild.textContent=d[i])}render()</script>`

const appDivRows = `<div id=l></div><script>let d=['Alice','Bob','Carol'];const l=document.getElementById('l');
d.forEach((_,i)=>{const li=document.createElement('div');li.innerHTML='<div class=c><span class=n></span></div><div class=c><span>Active</span></div><div class=c><button>Edit</button><button>Delete</button></div>';li.lastChild.lastChild.onclick=()=>hit(d[i]);l.append(li)});
function render(){[...l.children].forEach((li,i)=>li.querySelector('.n').textContent=d[i])}render()</script>`
